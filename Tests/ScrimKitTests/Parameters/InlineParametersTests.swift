import ScrimKit
import Testing

@Suite struct InlineParametersTests {
  private struct Line: ParameterRecord {
    @Parameter("How wide", unit: .pixels, in: 0...10) var width = 2.0
    @Parameter("Which colour") var color = Color.black
  }

  private struct Frame: Effect {
    static let manifest = Manifest("frame", version: "1.0.0", summary: "Draws a frame.")
    @InlineParameters var line = Line()
    @Parameter("Several lines") var lines: [Line] = []
    func apply(to picture: inout Picture, in context: EffectContext) throws {}
  }

  @Test func theKeysAreTheOwners() throws {
    #expect(Frame.parameters.map(\.name) == ["width", "color", "lines"])
    var decoding = ParameterDecoding()
    let json = JSON.object([.init("width", .number(5))])
    let frame = try #require(Frame.decode(json, &decoding))
    #expect(frame.line.width == 5)
    #expect(frame.givenParameters == ["width"])
    #expect(Frame().line.width == 2, "another value is not touched")
  }

  @Test func errorsStandAtTheOwnersKeys() {
    var decoding = ParameterDecoding()
    #expect(Frame.decode(.object([.init("width", .number(50))]), &decoding) == nil)
    #expect(decoding.diagnostics.map(\.message) == ["50 is outside 0…10 px."])
    #expect(decoding.diagnostics.map(\.path) == [[.key("width")]])
  }
}

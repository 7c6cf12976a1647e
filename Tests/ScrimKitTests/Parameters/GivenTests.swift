import ParameterGauge
import ScrimKit
import Testing

/// What a job says, apart from what it leaves to the defaults.
@Suite struct GivenTests {
  struct Stroked: Effect {
    static let manifest = Manifest("stroked", version: "1.0.0", summary: "Has a ring's keys.")
    @Parameter("Before") var first = 1.0
    @InlineParameters var ring = Ring()
    @Parameter("After") var last = 2.0
    func apply(to picture: inout Picture, in context: EffectContext) {}
  }

  @Test func whatIsSaidIsGivenEvenIfItIsTheDefault() throws {
    let gauge = try #require(Gauge.read(["sigma": 11, "count": 4]))
    #expect(gauge.$sigma.isGiven && gauge.$count.isGiven && !gauge.$share.isGiven)
    var copy = gauge
    copy.share = 0.5
    #expect(copy.$share.isGiven && !gauge.$share.isGiven)
  }

  @Test func aRecordsKeysCanStandInItsOwner() throws {
    #expect(Stroked.parameters.map(\.name) == ["first", "width", "color", "at", "last"])
    var decoding = ParameterDecoding()
    let effect = try #require(
      Stroked.decode(["width": 7, "last": 3, "at": ["#a"]], &decoding))
    #expect(effect.ring.width == 7 && effect.last == 3 && effect.first == 1)
    #expect(effect.references().map(\.text) == ["#a"])
    #expect(Stroked.decode(["width": 21], &decoding) == nil)
    #expect(decoding.diagnostics.map(\.told) == ["width: 21 is outside 0…20 px."])
  }
}

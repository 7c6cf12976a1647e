import RenderTesting
import ScrimCodecs
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// Several outputs of one job, each with its own scale and format.
@Suite struct OutputsCodecTests {
  /// The sampling factors of the first component are those of the brightness.
  @Test(arguments: [
    (85, "", UInt8(0x22)), (85, #", "subsampling": "4:4:4""#, 0x11),
    (95, "", 0x11), (95, #", "subsampling": "4:2:0""#, 0x22),
  ])
  func colourSamplesOfJPEGCanBeChosen(quality: Int, more: String, factors: UInt8) throws {
    let file = try TestRenderer().outputs(
      ##"{"scrim": 1, "canvas": {"width": 32, "height": 32}, "layers": [{"fill": "red"}], "output": "##
        + ##"{"file": "a.jpg", "quality": \##(quality)\##(more)}}"##
    ).outputs[0].bytes
    let frame = try #require(
      file.indices.dropLast().first { file[$0] == 0xff && file[$0 + 1] == 0xc0 })
    #expect(file[frame + 11] == factors)
  }

  private static let outputs = [
    ##"{"file": "a.png"}"##,
    ##"{"file": "b.jpg", "scale": 2, "quality": 70}"##,
    ##"{"file": "c.webp", "scale": 0.5}"##,
    ##"{"file": "d.webp", "scale": 2, "lossless": true, "background": "#ff000080"}"##,
    ##"{"file": "e.png", "scale": 2, "compression": "small", "background": "#102030"}"##,
    ##"{"file": "f.jpg", "background": "#102030"}"##,
    ##"{"file": "g.webp", "quality": 30, "scale": 2}"##,
  ]

  /// A job whose canvas is transparent at its edges and shows text, a gradient and an image.
  private func job(_ output: String) -> String {
    ##"{"scrim": 1, "canvas": {"width": 120, "height": 81}, "layers": ["##
      + ##"{"frame": {"x": 10, "y": 10, "width": 100, "height": 60}, "cornerRadius": 9, "opacity": "##
      + ##"0.7, "fill": {"linear": {"angle": 30, "stops": [["#f00", 0], ["#00f", 1]]}}}, "##
      + ##"{"frame": {"x": 60, "y": 30, "width": 40, "height": 40}, "image": {"source": "p.webp"}}, "##
      + ##"{"frame": {"x": 15, "y": 15, "width": 90}, "text": {"string": "Wave", "size": 30}}], "##
      + ##""output": \##(output)}"##
  }

  private func rendered(_ output: String) throws -> [EncodedOutput] {
    let image = Pixels.make(20, 20) { x, y in .straight(x * 12, y * 12, 99, 255 - x * 5) }
    let file = try WebPEncoding.encode(image, .lossless)
    return try TestRenderer().outputs(job(output), sources: ["p.webp": .bytes(file)]).outputs
  }

  @Test func eachIsWhatItWouldBeAlone() throws {
    let together = try rendered("[\(Self.outputs.joined(separator: ", "))]")
    #expect(together.count == Self.outputs.count)
    for output in Self.outputs {
      let alone = try #require(try rendered(output).first)
      let same = try #require(together.first { $0.output.file == alone.output.file })
      #expect(same.bytes == alone.bytes, "\(output)")
      let scale = alone.output.scale ?? 1
      #expect(same.width == Int(120 * scale) && same.height == Int((81 * scale).rounded(.up)))
      let pixels = try decode(same.bytes)
      #expect(pixels.width == same.width && pixels.height == same.height)
    }
  }

  @Test func eachIsOfItsFormat() throws {
    let starts: [String: [UInt8]] = [
      "png": [0x89, 0x50, 0x4e, 0x47], "jpg": [0xff, 0xd8, 0xff], "ebp": Array("RIFF".utf8),
    ]
    for output in try rendered("[\(Self.outputs.joined(separator: ", "))]") {
      let start = try #require(starts[String(output.output.file.suffix(3))])
      #expect(output.bytes.starts(with: start), "\(output.output.file)")
    }
    // An explicit format overrides the file name's extension.
    let named = try rendered(##"{"file": "a.png", "format": "webp"}"##)
    #expect(named.first?.bytes.starts(with: Array("RIFF".utf8)) == true)
  }

  @Test func laysEachOnItsBackground() throws {
    let all = try rendered("[\(Self.outputs.joined(separator: ", "))]")
    func corner(_ file: String) throws -> BGRA {
      let output = try #require(all.first { $0.output.file == file })
      return try decode(output.bytes)[0, 0]
    }
    #expect(try corner("a.png").alpha == 0)
    #expect(try corner("c.webp").alpha == 0)
    #expect(try corner("b.jpg").distance(to: .straight(255, 255, 255, 255)) <= 1)
    #expect(try corner("d.webp") == .straight(255, 0, 0, 128))
    #expect(try corner("e.png") == .straight(0x10, 0x20, 0x30, 255))
    #expect(try corner("f.jpg").distance(to: .straight(0x10, 0x20, 0x30, 255)) <= 3)
  }
}

import Codes
import DropShadow
import Foundation
import Outline
import ProgramTesting
import RenderTesting
import SVG
import ScrimCodecs
import ScrimJSON
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// The sandbox denies access to files: fonts, their caches, dictionaries for line breaks. A worker inside it must
/// render the same as the same code outside.
@Suite struct SandboxTests {
  @Test(arguments: [
    ("Latin", "Wrapping of words in the fog of a mountain pass", "Noto Serif"),
    ("Japanese", "我が家の猫は7.4kg、ゆえに重い。「そうですね」と言った。", "Noto Sans CJK JP"),
    ("Thai", "แมวบ้านเราหนักเจ็ดกิโลกรัมจึงหนักมากเลยนะครับ", "Noto Sans Thai"),
    ("Arabic", "قطتنا تزن ٧٫٤ كغ ولهذا هي ثقيلة جدا", "Noto Sans Arabic"),
    ("Hebrew", "החתול שלנו שוקל 7.4 קילו ולכן כבד", "Noto Sans Hebrew"),
    ("Devanagari", "हमारी बिल्ली का वज़न सात किलो है", "Noto Sans Devanagari"),
    ("emoji", "🐈 ⚖️ 7️⃣ 👩‍🚀 🇯🇵 🧡 🍉 🌈", "Noto Color Emoji"),
    ("fallback", "cat 猫 قطة बिल्ली แมว 🐈", "DejaVu Sans"),
  ]) func layoutIsTheSameInside(_ script: String, _ words: String, _ font: String) throws {
    let document =
      ##"{"scrim": 1, "canvas": {"width": 300, "height": 260, "background": "#fff"}, "layers": "##
      + #"[{"frame": {"x": 10, "y": 10, "width": 280}, "text": {"string": "\#(words)", "#
      + #""font": "\#(font)", "size": 28}, "effects": [{"effect": "outline", "color": "red"}]}]}"#
    let workshop = try Workshop()
    try workshop.write(document, "job.json")
    let run = try CommandRun("render", "job.json", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    let outside = try TestRenderer([Outline.self, DropShadow.self]).outputs(document).outputs
    #expect(try workshop.bytes("job.png") == outside.first?.bytes, "\(script)")
  }

  /// The codec libraries need nothing that the sandbox denies.
  @Test func imagesAreTheSameInside() throws {
    func file(_ encode: (Pixels) throws -> [UInt8]) throws -> [UInt8] {
      var pixels = try Pixels(width: 64, height: 48)
      try pixels.withMutableBytes { bytes in
        for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : UInt8(index * 7 & 255) }
      }
      return try encode(pixels)
    }
    let sources = [
      "a.png": try file { try PNGEncoding.encode($0) },
      "b.jpg": try file { try JPEGEncoding.encode($0) },
      "c.webp": try file { try WebPEncoding.encode($0) },
      "d.webp": try file { try WebPEncoding.encode($0, .lossless) },
    ]
    let layers = sources.keys.sorted().enumerated().map { index, name in
      #"{"frame": {"x": \#(index * 40), "width": 64, "height": 48}, "opacity": 0.8, "#
        + #""image": {"source": "\#(name)"}}"#
    }
    let document =
      #"{"scrim": 1, "canvas": {"width": 200, "height": 60}, "layers": "#
      + "[\(layers.joined(separator: ", "))], "
      + #""output": [{"file": "o.png"}, {"file": "o.jpg"}, {"file": "o.webp", "scale": 2}, "#
      + #"{"file": "p.webp", "lossless": true}, {"file": "o.pdf"}, {"file": "o.svg"}]}"#
    let workshop = try Workshop()
    try workshop.write(document, "job.json")
    for (name, bytes) in sources {
      try Data(bytes).write(to: workshop.folder.appendingPathComponent(name))
    }
    let run = try CommandRun("render", "job.json", "-o", "out/", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    let outside = try TestRenderer().outputs(
      document, sources: sources.mapValues { SourceFile.bytes($0) }
    ).outputs
    #expect(outside.count == 6)
    for output in outside {
      let inside = try workshop.bytes("out/\(output.output.file)")
      #expect(inside == output.bytes, "\(output.output.file)")
    }
  }

  /// librsvg, Zint and zxing-cpp need nothing that the sandbox denies, nor what it lacks on kernels without Landlock.
  @Test func contentsAreTheSameInside() throws {
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><filter id='f'>"
      + "<feGaussianBlur stdDeviation='3'/></filter><circle cx='50' cy='50' r='40' fill='teal' "
      + "filter='url(#f)'/><text x='20' y='55' font-family='DejaVu Sans'>SVG</text></svg>"
    let document =
      ##"{"scrim": 1, "canvas": {"width": 600, "height": 220, "background": "#fff"}, "layers": ["##
      + #"{"frame": {"width": 200, "height": 200}, "content": {"kind": "svg", "string": "\#(svg)"}}, "#
      + #"{"frame": {"x": 220, "y": 10, "width": 180}, "content": {"kind": "qr-code", "data": "4711"}}, "#
      + #"{"frame": {"x": 410, "y": 10, "width": 180, "height": 120}, "#
      + #""content": {"kind": "barcode", "symbology": "code-128", "data": "SCRIM-1"}}], "#
      + #""output": [{"file": "o.png"}, {"file": "o.jpg"}, {"file": "o.pdf"}]}"#
    let workshop = try Workshop()
    try workshop.write(document, "job.json")
    let run = try CommandRun("render", "job.json", "-o", "with/", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    let old = try CommandRun(
      FileManager.default.currentDirectoryPath + "/Tests/CommandTests/without-landlock.py",
      CommandRun.programs.appending(path: "scrim").path, "render", "job.json", "-o", "without/",
      program: "/usr/bin/python3", in: workshop.folder)
    #expect(old.status == 0)
    let outside = try TestRenderer([SVG.self, QRCode.self, Barcode.self]).outputs(document).outputs
    #expect(outside.count == 3)
    for output in outside {
      for folder in ["with", "without"] {
        let bytes = try workshop.bytes("\(folder)/\(output.output.file)")
        #expect(bytes == output.bytes, "\(folder), \(output.output.file)")
      }
    }
  }

  /// Thai has no spaces: lines break only with its dictionary.
  @Test func thaiWraps() throws {
    let (_, report) = try TestRenderer().outputs(
      #"{"scrim": 1, "canvas": {"width": 300, "height": 260}, "layers": [{"id": "t", "frame": "#
        + #"{"width": 280}, "text": {"string": "แมวบ้านเราหนักเจ็ดกิโลกรัมจึงหนักมากเลยนะครับ", "#
        + #""font": "Noto Sans Thai", "size": 28}}]}"#)
    let lines = report.json["layers"]?["t"]?["lines"]?.array
    #expect((lines?.count ?? 0) >= 2)
  }
}

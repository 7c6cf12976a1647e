import Foundation
import RenderTesting
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// The content of a PDF or SVG.
@Suite struct DocumentContentTests {
  private static let both = #"{"file": "a.pdf", "scale": 2}, {"file": "a.svg", "scale": 2}"#

  @Test(arguments: DocumentJob.drawings) func drawingStaysDrawing(_ job: DocumentJob) throws {
    let outputs = try job.render(Self.both)
    let reader = try DocumentReader()
    #expect(try reader.images(inPDF: outputs[0]).embedded == 0)
    #expect(!text(outputs[1]).contains("<image"))
  }

  /// Text is outlines: no font, word or font name, in any form.
  @Test(arguments: DocumentJob.drawings + DocumentJob.mixed)
  func noWordIsInTheFile(_ job: DocumentJob) throws {
    let outputs = try job.render(Self.both)
    let reader = try DocumentReader()
    let found = try reader.text(inPDF: outputs[0])
    #expect(found.fonts == 0 && found.words == "")
    let content = try reader.content(ofPDF: outputs[0])
    #expect(content.contains("/Type /Page"))
    let svg = text(outputs[1]).split(separator: "\n").filter { !$0.hasPrefix("<image ") }
      .joined(separator: "\n").replacing("spreadMethod", with: "")
    for word in ["Wave", "words", "Whole", "edge", "glass", "Anyone", "read", "cat", "Noto"] {
      #expect(!content.contains(word) && !svg.contains(word), "\(word)")
    }
    #expect(!content.contains("/Font") && !content.contains("BT\n"))
    #expect(!svg.contains("<text") && !svg.contains("<glyph"))
  }

  /// Glyphs with a blurred effect below them are outlines nevertheless.
  @Test(arguments: [
    "shadow", "glass over a photo", "paywall", "group that lets glass see through",
    "turned glass over a photo",
  ])
  func lettersOverPixelsAreOutlines(_ name: String) throws {
    let job = try #require(DocumentJob.mixed.first { $0.description == name })
    let svg = text(try job.render(Self.both)[1])
    let outlines = svg.split(separator: "\n").filter { $0.hasPrefix("<path ") && $0.count > 2000 }
    #expect(!outlines.isEmpty)
  }

  @Test func aPhotoIsEmbeddedOnceAtItsOwnResolution() throws {
    let job = try #require(DocumentJob.mixed.first { $0.description == "photo" })
    let outputs = try job.render(Self.both)
    let images = try DocumentReader().images(inPDF: outputs[0])
    #expect(images.drawn == [[200, 150], [200, 150]] && images.embedded == 1)
    let photos = text(outputs[1]).split(separator: "\n").filter { $0.hasPrefix("<image ") }
    #expect(photos.count == 1)
    #expect(photos.first?.contains(#"width="200" height="150""#) == true)
  }

  /// Blurred content has the output's resolution, and is limited to the visible part.
  @Test(arguments: [(1.0, 120), (2.0, 240)])
  func whatIsBlurredHasTheScaleOfTheOutput(scale: Double, width: Int) throws {
    let job = try #require(DocumentJob.mixed.first { $0.description == "glass over drawing" })
    let output = try job.render(#"{"file": "a.pdf", "scale": \#(scale)}"#)[0]
    #expect(try DocumentReader().images(inPDF: output).drawn.map { $0[0] } == [width])
  }

  @Test func blendsStayBlends() throws {
    let job = try #require(DocumentJob.mixed.first { $0.description == "blends" })
    let outputs = try job.render(Self.both)
    let reader = try DocumentReader()
    #expect(try reader.images(inPDF: outputs[0]).embedded == 0)
    let content = try reader.content(ofPDF: outputs[0])
    #expect(content.contains("/BM /Multiply") && content.contains("/BM /Hue"))
    let svg = text(outputs[1])
    #expect(svg.contains("mix-blend-mode:multiply") && svg.contains("mix-blend-mode:hue"))
    #expect(!svg.contains("<image"))
  }

  /// Any XML parser reads it, each reference has one target, and nothing is loaded from outside.
  @Test(arguments: DocumentJob.drawings + DocumentJob.mixed)
  func svgIsWellFormed(_ job: DocumentJob) throws {
    let found = try DocumentReader().references(inSVG: try job.render(Self.both)[1])
    #expect(Set(found.ids).count == found.ids.count)
    #expect(Set(found.references) == Set(found.ids), "nothing is defined that nothing refers to")
    #expect(found.outside == [])
  }

  @Test func theReportHasTheSizeOfThePage() throws {
    let outputs = try DocumentJob.drawings[0].render(Self.both)
    #expect(outputs.map(\.width) == [320, 320] && outputs.map(\.height) == [200, 200])
    #expect(text(outputs[0]).contains("/MediaBox [ 0 250 240 400 ]"))
    #expect(text(outputs[1]).contains(#"width="320px" height="200px" viewBox="0 0 320 200""#))
  }

  /// A PDF page reaches beyond the canvas, and says where it will be cut; other outputs do not.
  @Test func bleedIsBeyondTheCanvas() throws {
    let job = DocumentJob(
      description: "bleed",
      layers: #"{"frame": {"x": -20, "y": -20, "width": 60, "height": 60}, "fill": "red"}"#)
    let outputs = try job.render(
      #"{"file": "a.pdf"}, {"file": "a.svg"}, {"file": "a.png"}"#,
      canvas: ##", "background": "#0000ff", "bleed": "12pt""##)
    let pdf = text(outputs[0])
    #expect(
      pdf.contains(
        "/MediaBox [ 0 290 264 464 ] /BleedBox [ 0 290 264 464 ] /TrimBox [ 12 302 252 452 ]"))
    let page = try DocumentReader().pixels(of: outputs[0], by: .poppler, scale: 1)
    #expect((page.width, page.height) == (352, 232))
    #expect(page.pixel(0, 0) == [0, 0, 255, 255])
    #expect(page.pixel(55, 55) == [0, 0, 255, 255])
    #expect(page.pixel(57, 3) == [255, 0, 0, 255])
    #expect(page.pixel(351, 231) == [255, 0, 0, 255])
    #expect(outputs.dropFirst().map(\.width) == [320, 320])
  }

  /// The second time in the same process, and among others or alone.
  @Test(arguments: DocumentJob.drawings + DocumentJob.mixed)
  func equalJobsGiveEqualBytes(_ job: DocumentJob) throws {
    let first = try job.render(Self.both)
    let second = try job.render(#"{"file": "a.svg", "scale": 2}"#)
    let third = try job.render(#"{"file": "a.png"}, {"file": "a.pdf", "scale": 2}"#)
    #expect(first[1].bytes == second[0].bytes)
    #expect(first[0].bytes == third[1].bytes)
  }

  /// Latin-1, so that every byte is a character.
  private func text(_ output: EncodedOutput) -> String {
    String(String.UnicodeScalarView(output.bytes.map { Unicode.Scalar($0) }))
  }
}

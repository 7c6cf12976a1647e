@_spi(Host) import ScrimKit
import Testing

@Suite struct DocumentTests {
  let page = Rect(x: 0, y: 0, width: 60, height: 40)

  /// Gradients, groups, masks and a photo that is drawn twice.
  private func picture() throws -> Picture {
    var pixels = try Pixels(width: 8, height: 6)
    for y in 0..<6 {
      for x in 0..<8 { try pixels.set(Sample(x * 30, y * 40, 90, 255), x: x, y: y) }
    }
    let photo = try CanvasImage(pixels)
    var mask = try Mask(area: PixelRect(x: 40, y: 5, width: 10, height: 10))
    try mask.draw(scale: 1) { $0.fill(Rect(x: 42, y: 7, width: 5, height: 5), with: .black) }
    let fade = LinearGradient(
      angle: 90,
      stops: [
        GradientStop(color: .white, offset: 0),
        GradientStop(color: Color(red: 0, green: 0, blue: 1, alpha: 0), offset: 1),
      ])
    var picture = Picture(scale: 1, for: .document)
    try picture.draw(in: page) { canvas in
      canvas.fill(page, with: .linear(fade))
      canvas.draw(photo, in: Rect(x: 3, y: 3, width: 20, height: 15))
    }
    try picture.draw(in: Rect(x: 20, y: 10, width: 40, height: 30)) { canvas in
      canvas.draw(photo, in: Rect(x: 21, y: 12, width: 4, height: 3))
      canvas.group(opacity: 0.5) { $0.fill(Rect(x: 22, y: 12, width: 9, height: 9), with: .red) }
      try canvas.fill(mask, scale: 1, with: .green, box: page)
    }
    return picture
  }

  @Test(arguments: [DocumentFormat.pdf, .svg])
  func equalPicturesGiveEqualBytes(format: DocumentFormat) throws {
    #expect(try picture().document(format, page: page) == picture().document(format, page: page))
  }

  @Test func aPageOfPDFHas72PointsAnInch() throws {
    let pdf = text(try picture().document(.pdf, page: page))
    #expect(pdf.hasPrefix("%PDF-1.4"))
    // The upper left corner of a larger surface; PDF counts from the bottom.
    #expect(pdf.contains("/MediaBox [ 0 50 45 80 ]"))
    #expect(!pdf.contains("/CreationDate"))
  }

  @Test func aPageOfSVGIsInPixels() throws {
    let svg = text(try picture().document(.svg, page: page))
    #expect(svg.contains(#"width="60px" height="40px" viewBox="0 0 60 40""#))
  }

  @Test func idsBeginAtOne() throws {
    let svg = text(try picture().document(.svg, page: page))
    #expect(["g1", "i1", "m1"].allSatisfy { svg.contains(#"id="\#($0)""#) })
    for start in ["url(#", ##"href="#"##] {
      for reference in svg.split(separator: start).dropFirst() {
        let name = reference.prefix { $0.isLetter || $0.isNumber }
        #expect(svg.contains(#"id="\#(name)""#), "\(name)")
      }
    }
  }

  @Test func aPhotoThatIsDrawnTwiceIsEmbeddedOnce() throws {
    let svg = text(try picture().document(.svg, page: page))
    let photos = svg.split(separator: "\n").filter {
      $0.hasPrefix(#"<image id="i1" width="8""#)
    }
    #expect(photos.count == 1)
    #expect(
      svg.split(separator: "\n").filter { $0.contains(##"<use xlink:href="#i1" transf"##) }
        .count == 2)
    #expect(!svg.contains("<pattern"))
    let pdf = text(try picture().document(.pdf, page: page))
    #expect(pdf.split(separator: "/Subtype /Image").count - 1 == 2, "the photo and the mask")
  }

  @Test func opacityIsAnOpacity() throws {
    let svg = text(try picture().document(.svg, page: page))
    #expect(svg.contains(#" opacity="0.5""#))
    // The one that is left is made of pixels.
    #expect(svg.split(separator: "<mask ").count - 1 == 1)
  }

  /// The mask begins at (40, 5), the drawing that it is in at (20, 10), which clips it.
  @Test func masksLieWhereTheyAreDrawn() throws {
    let svg = text(try picture().document(.svg, page: page))
    #expect(svg.contains(#"<image x="40" y="5" width="10" height="10""#))
    #expect(svg.contains(##"<path d="M40 5h10v10h-10z" fill="#00ff00""##))
  }

  /// Latin-1, so that every byte is a character.
  private func text(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

@_spi(Host) import ScrimKit
import Testing

/// What a document can't say becomes pixels, and looks the same.
@Suite struct DrawableTests {
  static let operators: [CompositeOperator] = [
    .over, .atop, .in, .destinationOut, .destinationIn, .add, .source,
  ]
  let all = Rect(x: 0, y: 0, width: 40, height: 30)

  /// Shapes, with one laid on them in some way, and another over that.
  private func picture(_ operator: CompositeOperator, scale: Double) throws -> Picture {
    var picture = Picture(scale: scale, for: .document)
    try picture.draw(in: all) {
      $0.fill(Rect(x: 2.3, y: 3, width: 20, height: 20), with: Paint.red.withOpacity(0.8))
    }
    try picture.draw(in: Rect(x: 30, y: 0, width: 10, height: 10)) {
      $0.fill(Rect(x: 31.5, y: 1.5, width: 7, height: 7), with: .green)
    }
    try picture.draw(`operator`, in: Rect(x: 10.4, y: 5, width: 15, height: 20)) {
      $0.fill(Rect(x: 12.7, y: 7.1, width: 12, height: 12), with: Paint.blue.withOpacity(0.6))
    }
    try picture.draw(in: all) {
      $0.stroke(
        Path(rect: Rect(x: 5, y: 5, width: 30, height: 20)), StrokeStyle(width: 2), with: .black)
    }
    return picture
  }

  @Test(arguments: operators, [1, 1.5, 2])
  func looksTheSame(_ operator: CompositeOperator, scale: Double) throws {
    let picture = try picture(`operator`, scale: scale)
    let expected = try picture.raster(in: all)
    for format in [DocumentFormat.pdf, .svg] {
      let drawable = try picture.drawable(in: format)
      let distance = try #require(try drawable.raster(in: all).distance(to: expected))
      // Under the path of a cut Cairo counts edges between pixels in fifteenths.
      #expect(distance <= (scale == 1.5 ? 9 : 2))
    }
  }

  @Test func whatADocumentCanSayStays() throws {
    let svg = try text(picture(.over, scale: 1))
    #expect(!svg.contains("<image"))
    #expect(svg.contains("#ff0000") && svg.contains("#00ff00"))
  }

  /// What takes the place of a picture is for a document, too; pixels are for either.
  @Test func whatReplacesAPictureIsForADocumentToo() throws {
    let page = try picture(.over, scale: 2)
    let like = Picture(like: page)
    #expect(like.medium == .document && like.isEmpty && like.scale == 2)
    #expect(try page.transformed(by: Transform(degrees: 30, about: .zero)).medium == .document)
    #expect(try Picture(page.raster(in: all)).medium == .pixels)
    #expect(Picture(like: Picture(scale: 2)).medium == .pixels)
  }

  @Test func whatHasAnOpacityStays() throws {
    let whole = try picture(.over, scale: 1)
    var faint = Picture(scale: 1)
    try faint.draw(.blend(.normal), in: all) { $0.draw(whole, opacity: 0.25) }
    let svg = try text(faint)
    #expect(!svg.contains("<image") && svg.contains(#" opacity="0.25""#))
  }

  /// Of what is drawn on its own first the blends are gone when it meets the page.
  @Test func blendsOfThePageStay() throws {
    var picture = try picture(.over, scale: 1)
    try picture.draw(.blend(.multiply), in: Rect(x: 10, y: 10, width: 10, height: 10)) {
      $0.fill(all, with: .green)
    }
    let expected = try picture.raster(in: all)
    #expect(
      try picture.drawable(in: .pdf, asPage: true).raster(in: all).distance(to: expected) == 0)
    #expect(
      try picture.drawable(in: .svg, asPage: true).raster(in: all).distance(to: expected) == 0)
    let pdf = String(decoding: try picture.document(.pdf, page: all), as: UTF8.self)
    #expect(pdf.contains("/BM /Multiply") && !pdf.contains("/Subtype /Image"))
    let svg = try text(picture)
    #expect(svg.contains(#"style="mix-blend-mode:multiply""#) && !svg.contains("<image"))
    #expect(svg.contains(#"<g style="isolation:isolate">"#))
  }

  /// The red square and the green one beside it stay; the blue one is met where it lies.
  @Test func pixelsAreNoMoreThanMustBe() throws {
    let svg = try text(picture(.destinationOut, scale: 2))
    let images = svg.split(separator: "\n").filter { $0.hasPrefix("<image ") }
    #expect(images.count == 1)
    #expect(images.first?.contains(#" x="10" y="5" width="16" height="20""#) == true)
    // The head of a PNG of 32 × 40 pixels.
    #expect(images.first?.contains("iVBORw0KGgoAAAANSUhEUgAAACAAAAAo") == true)
    #expect(svg.contains("#ff0000") && svg.contains("#00ff00"))
    #expect(!svg.contains("#0000ff"))
  }

  @Test func whatIsTakenAwayIsNotInTheDocument() throws {
    let svg = try text(picture(.destinationIn, scale: 1))
    #expect(!svg.contains("#ff0000") && !svg.contains("#00ff00"))
  }

  /// An operator inside a recording can't be seen from outside, but counts.
  @Test func operatorsInsideADrawingCount() throws {
    var picture = Picture(scale: 1)
    try picture.draw(in: Rect(x: 1, y: 1, width: 4, height: 4)) { canvas in
      canvas.group {
        $0.fill(all, with: .red)
        $0.fill(all, with: .blue, operator: .in)
      }
    }
    try picture.draw(in: Rect(x: 8, y: 8, width: 4, height: 4)) { canvas in
      canvas.withCairoContext { _ in }
    }
    try picture.draw(in: all) { $0.fill(Rect(x: 20, y: 20, width: 4, height: 4), with: .green) }
    let svg = try text(picture)
    #expect(svg.split(separator: "\n").filter { $0.hasPrefix("<image ") }.count == 2)
    #expect(svg.contains("#00ff00"))
  }

  private func text(_ picture: Picture) throws -> String {
    String(decoding: try picture.document(.svg, page: all), as: UTF8.self)
  }
}

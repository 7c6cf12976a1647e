@_spi(Host) import ScrimKit
import Testing

/// The text of an SVG: no more of it than must be.
@Suite struct SVGTests {
  let page = Rect(x: 0, y: 0, width: 60, height: 40)
  let square = Rect(x: 10, y: 10, width: 20, height: 20)

  @Test func aShapeIsOneElement() throws {
    let svg = try text { $0.fill(square, with: .red) }
    #expect(
      svg == """
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
        width="60px" height="40px" viewBox="0 0 60 40">
        <path d="M10 10h20v20h-20z" fill="#ff0000"/>
        </svg>

        """)
  }

  /// Thousandths of a px, each point rounded by itself.
  @Test func coordinatesAreRoundedWithoutAddingUp() throws {
    var path = Path()
    path.move(to: Point(x: 0.0004, y: 1))
    for index in 1...4 {
      path.line(to: Point(x: Double(index) * 1.0004, y: 1 + 0.5 * Double(index)))
    }
    path.curve(Point(x: 9, y: 9), Point(x: 8.12345, y: 7), to: Point(x: -3, y: 20))
    #expect(
      try elements { $0.fill(path, with: .red) } == [
        ##"<path d="M0 1l1 .5 1.001 .5 1 .5 1.001 .5c4.998 6 4.121 4-7.002 17" fill="#ff0000"/>"##
      ])
  }

  @Test func strokesHaveOnlyWhatIsNotSVGsOwn() throws {
    let line = Path(rect: square)
    #expect(
      try elements { canvas in
        canvas.stroke(line, StrokeStyle(width: 1.5, join: .miter), with: .red)
        canvas.stroke(line, StrokeStyle(width: 2, dash: [3, 0.25]), with: .red.withOpacity(0.3))
      } == [
        ##"<path d="M10 10h20v20h-20z" fill="none" stroke="#ff0000" stroke-width="1.5"/>"##,
        ##"<path d="M10 10h20v20h-20z" fill="none" stroke="#ff0000" stroke-opacity="0.3" "##
          + #"stroke-width="2" stroke-linejoin="round" stroke-linecap="round" "#
          + #"stroke-dasharray="3 0.25"/>"#,
      ])
  }

  @Test func aGroupOfOneElementIsThatElement() throws {
    let group = try elements { canvas in
      canvas.group(opacity: 0.5) { canvas in
        canvas.group { $0.fill(square, with: .red) }
      }
    }
    #expect(group == [##"<path d="M10 10h20v20h-20z" fill="#ff0000" opacity="0.5"/>"##])
    let larger = try elements { canvas in
      canvas.group(opacity: 0.5) { canvas in
        canvas.fill(square, with: .red)
        canvas.fill(square, with: .blue)
      }
    }
    #expect(larger.first == #"<g opacity="0.5">"# && larger.count == 4)
  }

  @Test func whatLiesInsideAClipIsNotClipped() throws {
    let svg = try text { canvas in
      canvas.clipped(to: Path(rect: square.grown(by: 1))) { $0.fill(square, with: .red) }
    }
    #expect(!svg.contains("clip"))
  }

  @Test func equalClipsAndGradientsAreWrittenOnce() throws {
    let circle = Path(rect: square, radii: CornerRadii(.percent(50)))
    let svg = try text { canvas in
      for x in [0.0, 15] {
        canvas.clipped(to: circle) {
          $0.fill(
            Rect(x: x, y: 0, width: 15, height: 40), with: .linear(Self.gradient), box: page)
        }
      }
    }
    #expect(svg.split(separator: "<clipPath ").count == 2)
    #expect(svg.split(separator: "<linearGradient ").count == 2)
    #expect(svg.split(separator: ##"fill="url(#g1)" clip-path="url(#c1)""##).count == 3)
  }

  @Test func aLongPathThatIsDrawnTwiceIsWrittenOnce() throws {
    let circle = Path(rect: square, radii: CornerRadii(.percent(50)))
    let found = try elements { canvas in
      canvas.stroke(circle, StrokeStyle(width: 3), with: .blue)
      canvas.fill(circle, with: .red)
    }
    #expect(found.count == 5 && found[1].hasPrefix(##"<path id="p1" d="M20 10c"##))
    #expect(found[4] == ##"<use xlink:href="#p1" fill="#ff0000"/>"##)
  }

  @Test func drawingIsMovedAndImagesHaveATransform() throws {
    let turn = Transform(degrees: 90, about: square.center)
    let image = try CanvasImage(Pixels(width: 2, height: 4))
    let found = try elements { canvas in
      canvas.transformed(by: turn) { canvas in
        canvas.transformed(origin: Point(x: 10, y: 10), scale: 2) {
          $0.stroke(
            Path(rect: Rect(x: 0, y: 0, width: 5, height: 2)), StrokeStyle(width: 1, join: .miter),
            with: .red)
        }
        canvas.draw(image, in: square)
      }
    }
    #expect(
      found[0] == ##"<path d="M30 10v10h-4v-10z" fill="none" stroke="#ff0000" stroke-width="2"/>"##)
    #expect(found[1].hasPrefix(#"<image transform="matrix(0 10 -5 0 30 10)" width="2" height="4""#))
  }

  /// The blend sees what is below the clip, though the clip is that of a group.
  @Test func blendsAreClippedByThemselves() throws {
    let circle = Path(rect: square, radii: CornerRadii(.percent(50)))
    let found = try elements { canvas in
      canvas.fill(page, with: .blue)
      canvas.clipped(to: circle) { canvas in
        canvas.fill(square, with: .red, operator: .blend(.screen))
        canvas.fill(Rect(x: 0, y: 0, width: 15, height: 15), with: .green)
      }
    }
    #expect(
      found.dropFirst(3) == [
        #"<g style="isolation:isolate">"#,
        ##"<path d="M0 0h60v40h-60z" fill="#0000ff"/>"##,
        ##"<path d="M10 10h20v20h-20z" fill="#ff0000" clip-path="url(#c1)" "##
          + #"style="mix-blend-mode:screen"/>"#,
        ##"<path d="M0 0h15v15h-15z" fill="#00ff00" clip-path="url(#c1)"/>"##,
        "</g>",
      ])
  }

  @Test func nothingIsWrittenOfWhatIsNotOnThePage() throws {
    let found = try elements { canvas in
      canvas.fill(square.offset(dx: 100, dy: 0), with: .red)
      canvas.fill(square, with: .color(.transparent))
      canvas.group(opacity: 0) { $0.fill(square, with: .red) }
      canvas.draw(
        try CanvasImage(Pixels(width: 2, height: 4)), in: square.offset(dx: 0, dy: -60))
    }
    #expect(found == [])
  }

  private static let gradient = LinearGradient(
    angle: 90,
    stops: [
      GradientStop(color: .white, offset: 0), GradientStop(color: .black, offset: 1),
    ])

  /// The lines between the first and the last of `<svg>`.
  private func elements(_ draw: (Canvas) throws -> Void) throws -> [String] {
    try text(draw).split(separator: "\n").dropFirst(2).dropLast().map(String.init)
  }

  private func text(_ draw: (Canvas) throws -> Void) throws -> String {
    var picture = Picture(scale: 1, for: .document)
    try picture.draw(in: page, draw)
    return String(decoding: try picture.document(.svg, page: page), as: UTF8.self)
  }
}

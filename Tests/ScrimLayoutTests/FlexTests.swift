import ScrimKit
import ScrimLayout
import Testing

/// Flex groups of plain boxes; the expected frames are those of browsers.
@Suite struct FlexTests {
  private func row(
    _ children: [Tree], width: Double? = 300, height: Double? = 100,
    _ change: (inout FlexSpec) -> Void = { _ in }
  ) throws -> [[Double]?] {
    Array(try frames([.flex(.size(width, height), children, change)]).dropFirst())
  }

  @Test func boxesGrowByTheirShares() throws {
    let found = try row([
      .box(.size(50, nil)) { $0.grow = 1 }, .box(.size(50, nil)) { $0.grow = 3 },
    ])
    #expect(found == [[0, 0, 100, 100], [100, 0, 200, 100]])
  }

  /// `aspectRatio` gives the side that is missing, also to a height of two edges.
  @Test func aRatioGivesTheWidthToAHeightOfTwoEdges() throws {
    let edges = FrameBox().with {
      $0.y = .length(.percent(30))
      $0.bottom = .percent(50)
      $0.aspectRatio = 3
    }
    func found(_ frame: FrameBox) throws -> [Double]? {
      try frames([.flex(.size(400, 300), [.box(frame)])])[1]
    }
    #expect(try found(edges) == [0, 90, 180, 60])
    #expect(try found(edges.with { $0.maxHeight = .length(.pixels(40)) }) == [0, 90, 120, 40])
    #expect(try found(edges.with { $0.right = .pixels(10) }) == [210, 90, 180, 60])
    #expect(try found(edges.with { $0.maxWidth = .length(.pixels(100)) }) == [0, 90, 100, 60])
    // With all four edges nothing is missing.
    let all = edges.with {
      $0.x = .length(.pixels(10))
      $0.right = .pixels(20)
    }
    #expect(try found(all) == [10, 90, 370, 60])
  }

  /// Of a box out of flow, smaller or larger than its group, as Chromium 156 has it.
  @Test(
    arguments: [
      (.column, .start, 0, 0), (.column, .end, 30, -30), (.column, .center, 15, -15),
      (.column, .spaceAround, 15, -15), (.column, .spaceEvenly, 15, -15),
      (.column, .spaceBetween, 0, 0), (.column, nil, 0, 0),
      (.columnReverse, .start, 0, 0), (.columnReverse, .end, 30, -30),
      (.columnReverse, .center, 15, -15), (.columnReverse, .spaceAround, 15, -15),
      (.columnReverse, .spaceBetween, 30, -30), (.columnReverse, nil, 30, -30),
    ] as [(FlexSpec.Direction, FlexSpec.Justification?, Double, Double)])
  func staticPositionsAlong(
    _ direction: FlexSpec.Direction, _ justify: FlexSpec.Justification?, _ small: Double,
    _ large: Double
  ) throws {
    for (size, expected) in [(20.0, small), (80, large)] {
      let box = FrameBox.size(20, size).with { $0.x = .length(.pixels(5)) }
      let found = try row([.box(box)], width: 50, height: 50) {
        $0.direction = direction
        $0.justifyContent = justify
      }
      #expect(found == [[5, expected, 20, size]])
    }
  }

  @Test(
    arguments: [
      (.nowrap, .stretch, 0, 0), (.nowrap, .start, 0, 0), (.nowrap, .center, 15, -15),
      (.nowrap, .end, 30, -30), (.nowrap, .baseline, 0, 0), (.wrapReverse, .stretch, 30, -30),
      (.wrapReverse, .start, 0, 0), (.wrapReverse, .center, 15, -15),
      (.wrapReverse, .end, 30, -30), (.wrapReverse, .baseline, 0, 0),
    ] as [(FlexSpec.Wrap, FlexSpec.Alignment, Double, Double)])
  func staticPositionsAcross(
    _ wrap: FlexSpec.Wrap, _ align: FlexSpec.Alignment, _ small: Double, _ large: Double
  ) throws {
    for (size, expected) in [(20.0, small), (80, large)] {
      let box = FrameBox.size(20, size).with { $0.x = .length(.pixels(5)) }
      let found = try row([.box(box)], width: 50, height: 50) {
        $0.wrap = wrap
        $0.alignItems = align
      }
      #expect(found == [[5, expected, 20, size]])
    }
  }

  /// A column wraps at a share of a height that is known, and is as wide as its columns.
  @Test(arguments: [Length.percent(21), .pixels(15)])
  func aColumnWrapsAtItsGreatestHeight(_ most: Length) throws {
    let column = FrameBox().with { $0.maxHeight = .length(most) }
    let fitting = FrameBox().with {
      $0.width = .fitContent
      $0.height = .fitContent
    }
    let found = try frames([
      .flex(
        fitting,
        [
          .flex(
            .size(nil, 72),
            [
              .flex(column, [.box(.size(30, 12)), .box(.size(10, 10))]) {
                $0.direction = .column
                $0.wrap = .wrap
              }
            ]
          ) { $0.alignItems = .baseline }
        ])
    ])
    #expect(found[0]?[2] == 40 && found[2]?[2] == 40, "\(found)")
  }

  @Test func aSumOfSharesBelowOneLeavesSpace() throws {
    let found = try row([.box(.size(100, nil)) { $0.grow = 0.25 }, .box(.size(100, nil))])
    #expect(found == [[0, 0, 125, 100], [125, 0, 100, 100]])
  }

  @Test func boxesShrinkByShareAndSize() throws {
    let found = try row([.box(.size(200, nil)), .box(.size(300, nil)) { $0.shrink = 2 }])
    #expect(found == [[0, 0, 150, 100], [150, 0, 150, 100]])
  }

  @Test func limitsAreFrozenBeforeTheRestIsShared() throws {
    let limited = FrameBox.size(50, nil).with { $0.maxWidth = .length(.pixels(60)) }
    let found = try row([
      .box(limited) { $0.grow = 1 }, .box(.size(50, nil)) { $0.grow = 1 },
      .box(.size(50, nil)) { $0.grow = 1 },
    ])
    #expect(found == [[0, 0, 60, 100], [60, 0, 120, 100], [180, 0, 120, 100]])
  }

  @Test func textsDoNotBecomeNarrowerThanTheirLongestWord() throws {
    let found = try row([.text([80, 40]), .box(.size(280, nil)) { $0.shrink = 0 }])
    #expect(found == [[0, 0, 80, 100], [80, 0, 280, 100]])
  }

  @Test func linesWrapAndStretch() throws {
    let found = try row([.box(.size(200, nil)), .box(.size(200, 30)), .box(.size(90, nil))]) {
      $0.wrap = .wrap
    }
    #expect(found == [[0, 0, 200, 35], [0, 35, 200, 30], [200, 35, 90, 65]])
  }

  @Test func wrapReverseMirrorsLinesAndAlignment() throws {
    let found = try row([.box(.size(200, 20)), .box(.size(200, 30))]) {
      $0.wrap = .wrapReverse
      $0.alignContent = .start
    }
    // CSS's start is the upper edge, whatever the direction of lines.
    #expect(found == [[0, 30, 200, 20], [0, 0, 200, 30]])
  }

  @Test(arguments: [
    (FlexSpec.Justification.start, [0.0, 60.0]), (.center, [90, 150]), (.end, [180, 240]),
    (.spaceBetween, [0, 240]), (.spaceAround, [45, 195]), (.spaceEvenly, [60, 180]),
  ])
  func freeSpaceIsDistributed(_ justify: FlexSpec.Justification, _ expected: [Double]) throws {
    let found = try row([.box(.size(60, nil)), .box(.size(60, nil))]) {
      $0.justifyContent = justify
    }
    #expect(found.map { $0?[0] } == expected)
  }

  @Test func overflowingContentFallsBack() throws {
    func starts(_ justify: FlexSpec.Justification) throws -> [Double?] {
      let wide = (0..<2).map { _ in Tree.box(.size(200, nil)) { $0.shrink = 0 } }
      return try row(wide) { $0.justifyContent = justify }.map { $0?[0] }
    }
    #expect(try starts(.center) == [-50, 150])
    #expect(try starts(.end) == [-100, 100])
    #expect(try starts(.spaceAround) == [0, 200])
    #expect(try starts(.spaceBetween) == [0, 200])
  }

  @Test func automaticMarginsTakeTheFreeSpace() throws {
    let found = try row([
      .box(.size(50, 40)) {
        $0.margin = Margins(top: nil, right: nil, bottom: nil, left: .pixels(0))
      },
      .box(.size(50, 40)),
    ])
    #expect(found == [[0, 30, 50, 40], [250, 0, 50, 40]])
  }

  @Test func baselinesAlign() throws {
    let found = try row([.text([50]), .box(.size(30, 40)), .text([40])], height: nil) {
      $0.alignItems = .baseline
    }
    // The box's baseline is its lower edge, 40 px down; that of a text is 15 px down.
    #expect(found.map { $0?[1] } == [25, 0, 25])
  }

  @Test func ratiosFollowStretchedSides() throws {
    let square = FrameBox().with { $0.aspectRatio = 1 }
    #expect(try row([.box(square)]) == [[0, 0, 100, 100]])
    #expect(try row([.image(40, 20)]) == [[0, 0, 200, 100]])
    #expect(try row([.image(40, 20)]) { $0.alignItems = .start } == [[0, 0, 40, 20]])
  }

  @Test func percentagesOfAnUnknownHeightAreNotGiven() throws {
    let half = FrameBox.size(50, nil).with { $0.height = .length(.percent(50)) }
    let open = FrameBox.fitting().with { $0.width = .length(.pixels(300)) }
    let found = try frames([.flex(open, [.box(half), .box(.size(20, 80))])])
    #expect(found[1] == [0, 0, 50, 0] && found[2] == [50, 0, 20, 80])
    #expect(try row([.box(half)])[0] == [0, 0, 50, 50])
  }

  @Test func rowsFromRightToLeftAreMirrored() throws {
    let found = try row([.box(.size(60, nil)), .box(.size(40, nil))]) { $0.textDirection = .rtl }
    #expect(found == [[240, 0, 60, 100], [200, 0, 40, 100]])
  }

  @Test func groupsAreAsWideAsTheirContent() throws {
    let found = try frames([
      .flex(.fitting(x: 10, y: 20), padding: 8, [.text([30, 50]), .box(.size(20, 10))]) {
        $0.columnGap = .pixels(4)
      }
    ])
    #expect(found == [[10, 20, 130, 36], [18, 28, 90, 20], [112, 28, 20, 10]])
  }

  @Test func boxesWithAPositionAreOutOfFlow() throws {
    let badge = FrameBox.size(20, 20).with {
      $0.right = .pixels(-5)
      $0.y = .length(.pixels(-5))
    }
    let found = try frames([
      .flex(
        .fitting().with { $0.x = .length(.pixels(0)) }, padding: 10,
        [
          .box(.size(60, 30)), .box(badge),
        ])
    ])
    #expect(found == [[0, 0, 80, 50], [10, 10, 60, 30], [65, -5, 20, 20]])
  }

  @Test func centredBoxesStayCentredOutOfFlow() throws {
    let free = FrameBox.size(20, 20).with { $0.y = .length(.pixels(0)) }
    let found = try row([.box(free)]) { $0.justifyContent = .center }
    #expect(found == [[140, 0, 20, 20]])
  }

  @Test func nestedColumnsFlexInStretchedRows() throws {
    let column = Tree.flex(FrameBox(), [.box(.size(40, 20)), .box(.size(40, nil)) { $0.grow = 1 }])
    {
      $0.direction = .column
    }
    #expect(try row([column]) == [[0, 0, 40, 100], [0, 0, 40, 20], [0, 20, 40, 80]])
  }
}

import ScrimKit
import ScrimLayout
import Testing

/// Groups, texts and canvases that are as large as their content, and anchors.
@Suite struct ContentSizeTests {
  @Test func aChipFitsItsLabelAndItsFillTheChip() throws {
    let found = try frames([
      .group(.fitting(x: 5, y: 6), padding: 8, [.box(), .text([30, 40])])
    ])
    #expect(found == [[5, 6, 96, 36], [5, 6, 96, 36], [13, 14, 80, 20]])
  }

  @Test func textsAreAsWideAsTheirLongestLine() throws {
    let narrow = FrameBox.size(nil, nil).with {
      $0.width = .fitContent
      $0.maxWidth = .length(.pixels(100))
    }
    #expect(try frames([.text([60, 60, 30], narrow)]) == [[0, 0, 100, 40]])
    let inside = Tree.group(
      .size(110, 100), [.text([60, 60, 30], narrow.with { $0.maxWidth = nil })])
    #expect(try frames([inside])[1] == [0, 0, 100, 40])
  }

  @Test func childrenThatDependOnTheGroupContributeNothing() throws {
    let far = FrameBox.size(20, 20).with { $0.right = .pixels(0) }
    let half = FrameBox.size(nil, 10).with { $0.width = .length(.percent(50)) }
    let beyond = FrameBox.size(10, 10).with { $0.x = .length(.pixels(-30)) }
    let found = try frames([
      .group(.fitting(), [.box(.size(100, 50)), .box(far), .box(half), .box(beyond)])
    ])
    #expect(found[0] == [0, 0, 100, 50])
    #expect(found[2] == [80, 0, 20, 20] && found[3] == [0, 0, 50, 10])
  }

  @Test func siblingsFlowInAGroupThatIsSizedByThem() throws {
    let title = try #require(Reference("#title"))
    let below = FrameBox.size(60, 20).with { $0.neighbour = .below(title, gap: 5) }
    let beside = FrameBox.size(30, 20).with { $0.sideNeighbour = .rightOf(title, gap: 10) }
    let found = try frames([
      .group(
        .fitting(x: 10, y: 10).with { $0.x = .center },
        [
          .box(.size(80, 30), id: "title"), .box(below), .box(beside),
        ])
    ])
    #expect(
      found == [[190, 10, 120, 55], [190, 10, 80, 30], [190, 45, 60, 20], [280, 10, 30, 20]])
  }

  @Test func boxesOfAGroupReferToOthersBeforeItHasASize() throws {
    let title = try #require(Reference("#title"))
    let below = FrameBox.size(60, 20).with { $0.neighbour = .below(title, gap: 5) }
    let found = try frames([
      .box(.size(80, 30), id: "title"), .group(.fitting(x: 10, y: 10), [.box(below)]),
    ])
    #expect(found[1] == [10, 10, 60, 45] && found[2] == [10, 35, 60, 20])
  }

  @Test func anchorsAlignTheSameEdges() throws {
    let photo = try #require(Reference("#photo"))
    func anchored(_ anchor: FrameAnchor) throws -> [Double]? {
      let frame = FrameBox.size(20, 10).with { $0.anchor = anchor }
      let base = FrameBox.size(200, 100).with { $0.x = .length(.pixels(50)) }
      return try frames([.box(base, id: "photo"), .box(frame)])[1]
    }
    #expect(try anchored(FrameAnchor(to: photo)) == [140, 45, 20, 10])
    #expect(
      try anchored(FrameAnchor(to: photo, x: .end, y: .start, dx: -8, dy: 8)) == [222, 8, 20, 10])
    #expect(try anchored(FrameAnchor(to: photo, outside: .bottom)) == [140, 100, 20, 10])
    #expect(
      try anchored(FrameAnchor(to: photo, y: .end, dx: -4, outside: .left)) == [26, 90, 20, 10])
  }

  @Test func theCanvasIsAsLargeAsItsContent() throws {
    let open = ContainingBox.open(.empty, width: true, height: true)
    let found = try frames(
      [
        .box(.size(120, 40).with { $0.x = .length(.pixels(30)) }), .box(),
        .text([60, 20], FrameBox().with { $0.y = .length(.pixels(50)) }),
      ], canvas: open)
    // As a block in CSS, a text that is narrower than the canvas takes its width.
    #expect(found == [[30, 0, 120, 40], [0, 0, 150, 70], [0, 50, 150, 20]])
  }

  @Test func textsDoNotReachIntoThePaddingOfACanvas() throws {
    let open = ContainingBox.open(.empty, width: true, height: true)
    let trees: [Tree] = [
      .box(.size(120, 40).with { $0.x = .length(.pixels(30)) }), .box(),
      .text([60, 20], FrameBox().with { $0.y = .length(.pixels(50)) }),
      .text([60, 20], .fitting(x: 5, y: 70).with { $0.height = nil }),
    ]
    let found = try frames(trees, canvas: open, canvasPadding: 8)
    #expect(
      found == [[30, 0, 120, 40], [0, 0, 158, 98], [0, 50, 150, 20], [5, 70, 90, 20]])
  }

  @Test func theGraphNamesACycleBetweenSizeAndContent() throws {
    let card = try #require(Reference("#card"))
    let title = try #require(Reference("#title"))
    let trees: [Tree] = [
      .group(
        .fitting(), id: "card",
        [
          .box(.size(10, 10).with { $0.neighbour = .below(title, gap: 0) })
        ]),
      .box(.size(10, 10).with { $0.neighbour = .below(card, gap: 0) }, id: "title"),
    ]
    let boxes = [trees[0].box, trees[0].children[0].box, trees[1].box]
    let graph = LayoutGraph(
      boxes, Nesting(parents: [nil, 0, nil]), indices: ["card": 0, "title": 2])
    func reaches(_ step: LayoutGraph.Step, _ seen: inout Set<LayoutGraph.Step>) {
      for edge in graph.edges(of: step) where seen.insert(edge.target).inserted {
        reaches(edge.target, &seen)
      }
    }
    var seen: Set<LayoutGraph.Step> = []
    reaches(.place(0), &seen)
    #expect(seen.contains(.contribute(1)) && seen.contains(.place(2)) && seen.contains(.place(0)))
  }
}

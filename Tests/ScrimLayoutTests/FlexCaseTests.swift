import Foundation
import ScrimKit
import ScrimLayout
import Testing

/// Trees whose frames once differed from Chromium's, each for the rule that it is named for. `Tests/Oracle/flex.py
/// --record` writes the frames that Chromium gives them.
@Suite struct FlexCaseTests {
  static let names: [String] = ((try? FlexCases())?.cases.keys).map { $0.sorted() } ?? []

  @Test func thereAreCases() throws {
    #expect(try FlexCases().cases.count >= 40)
  }

  @Test(arguments: names) func framesAreThoseOfChromium(_ name: String) throws {
    let cases = try FlexCases()
    let one = try #require(cases.cases[name])
    var nodes: [CaseNode] = []
    _ = try CaseNode(one.tree, isRoot: true, cases, into: &nodes)
    let nesting = Nesting(parents: nodes.map(\.parent))
    let contents = FakeContents()
    (contents.space, contents.baseline) = (cases.space, 15.5)
    for (index, node) in nodes.enumerated() {
      contents.texts[index] = node.words?.map { cases.words[$0] ?? 0 }
      contents.images[index] = node.image
    }
    var solver = LayoutSolver(
      nodes.map(\.box), nesting, canvas: .known(Rect(x: 0, y: 0, width: 1000, height: 1000)),
      contents: contents)
    try solver.solve(width: { $0.max() }, height: { $0.max() })
    // Chromium rounds the widths of texts.
    let near = nodes.contains { $0.words != nil } ? 1.001 : 0.501
    for (index, node) in nodes.enumerated() {
      let frame = try #require(solver.frames[index].value)
      let found = [frame.x, frame.y, frame.width, frame.height]
      let wanted = try #require(one.frames[node.name])
      #expect(
        zip(found, wanted).allSatisfy { abs($0 - $1) <= near },
        "\(node.name) is \(found), in Chromium \(wanted)")
    }
  }
}

/// The file of cases.
private struct FlexCases {
  struct Case {
    let tree: [String: Any]
    /// `[x, y, width, height]` of each node, px.
    let frames: [String: [Double]]
  }

  let cases: [String: Case]
  /// Widths of words, px.
  let words: [String: Double]
  let space: Double

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Oracle/flex.json")
    let all = try #require(
      try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any])
    words = try #require(all["words"] as? [String: Double])
    space = try #require(all["space"] as? Double)
    cases = try #require(all["cases"] as? [String: [String: Any]]).mapValues { one in
      Case(
        tree: try #require(one["tree"] as? [String: Any]),
        frames: try #require(one["frames"] as? [String: [Double]]))
    }
  }
}

/// A node of a tree as a box.
private struct CaseNode {
  let name: String
  var parent: Int?
  var box: LayoutBox
  var words: [String]?
  var image: Size?

  init(
    _ tree: [String: Any], isRoot: Bool, _ cases: FlexCases, parent: Int? = nil,
    into nodes: inout [CaseNode]
  ) throws {
    let style = try #require(tree["style"] as? [String: Any])
    name = "n\(nodes.count)"
    self.parent = parent
    var frame = try Self.frame(style)
    if isRoot { (frame.x, frame.y) = (.length(.pixels(0)), .length(.pixels(0))) }
    box = LayoutBox(
      frame: .box(frame), padding: try Self.padding(style), item: try Self.item(style))
    box.hidesOverflow = style["hides"] != nil
    switch try #require(tree["kind"] as? String) {
    case "group":
      box.sizing = .group
      box.flex = try Self.flex(style)
    case "text":
      box.sizing = .text(wraps: true)
      words = try #require(tree["string"] as? String).split(separator: " ").map(String.init)
      for word in words ?? [] { try #require(cases.words[word] != nil, "width of \(word)") }
    case "image":
      box.sizing = .image
      let size = try #require(tree["image"] as? [Double])
      image = Size(width: size[0], height: size[1])
    default: break
    }
    let index = nodes.count
    nodes.append(self)
    for child in tree["children"] as? [[String: Any]] ?? [] {
      _ = try CaseNode(child, isRoot: false, cases, parent: index, into: &nodes)
    }
  }

  private static func length(_ value: Any) throws -> Length {
    if let text = value as? String { return .percent(try #require(Double(text.dropLast()))) }
    return .pixels(try #require(value as? Double))
  }

  private static func dimension(_ value: Any?) throws -> ScrimLayout.Dimension? {
    switch value as? String {
    case "fit-content"?: .fitContent
    case "min-content"?: .minContent
    case "max-content"?: .maxContent
    default: try value.map { .length(try length($0)) }
    }
  }

  private static func frame(_ style: [String: Any]) throws -> FrameBox {
    var frame = FrameBox()
    frame.x = try style["x"].map { .length(try length($0)) }
    frame.y = try style["y"].map { .length(try length($0)) }
    frame.width = try dimension(style["width"])
    frame.height = try dimension(style["height"])
    frame.minWidth = try dimension(style["minWidth"])
    frame.maxWidth = try dimension(style["maxWidth"])
    frame.minHeight = try dimension(style["minHeight"])
    frame.maxHeight = try dimension(style["maxHeight"])
    frame.aspectRatio = style["aspectRatio"] as? Double
    return frame
  }

  private static func sides(_ value: Any) throws -> [Length?] {
    let sides = try (value as? [Any] ?? [value]).map {
      ($0 as? String) == "auto" ? nil : try length($0)
    }
    switch sides.count {
    case 1: return [sides[0], sides[0], sides[0], sides[0]]
    case 2: return [sides[0], sides[1], sides[0], sides[1]]
    default: return sides
    }
  }

  private static func padding(_ style: [String: Any]) throws -> Edges {
    guard let value = style["padding"] else { return Edges(.pixels(0)) }
    let sides = try sides(value).map { try #require($0) }
    return Edges(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
  }

  private static func item(_ style: [String: Any]) throws -> FlexItem {
    var item = FlexItem()
    item.grow = style["flexGrow"] as? Double ?? 0
    item.shrink = style["flexShrink"] as? Double ?? 1
    if let basis = style["flexBasis"], (basis as? String) != "auto" {
      item.basis = .length(try length(basis))
    }
    item.alignSelf = (style["alignSelf"] as? String).flatMap(FlexSpec.Alignment.init)
    if let margin = style["margin"] {
      let sides = try sides(margin)
      item.margin = Margins(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
    }
    return item
  }

  private static func flex(_ style: [String: Any]) throws -> FlexSpec {
    var flex = FlexSpec()
    func choice<Value: RawRepresentable<String>>(_ key: String) throws -> Value? {
      try (style[key] as? String).map { try #require(Value(rawValue: $0)) }
    }
    flex.direction = try choice("direction") ?? .row
    flex.wrap = try choice("wrap") ?? .nowrap
    flex.justifyContent = try choice("justifyContent")
    flex.alignItems = try choice("alignItems") ?? .stretch
    flex.alignContent = try choice("alignContent") ?? .stretch
    flex.textDirection = try choice("textDirection")
    if let gap = style["gap"] {
      let gaps = gap as? [Any] ?? [gap, gap]
      (flex.rowGap, flex.columnGap) = (try length(gaps[0]), try length(gaps[1]))
    }
    return flex
  }
}

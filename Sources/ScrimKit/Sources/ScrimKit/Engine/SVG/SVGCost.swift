/// What drawing an SVG takes, with everything that references draw again.
struct SVGCost {
  /// Elements.
  private(set) var elements = 1.0
  /// Passes of filters over the image, and of groups.
  private(set) var work = 0.0
  /// Of paths.
  private var segments = 0.0
  private var dashes = 0.0
  private var length = 0.0
  private var density = 0.0
  private(set) var depth = 1

  /// Counts an SVG.
  ///
  /// - Throws: `SVGError` if an element refers to itself, or if there is too much.
  init(_ scan: SVGScan) throws(SVGError) {
    var counter = Counter(scan: scan)
    self = try counter.cost(of: 0)
    guard elements <= Double(SVGScan.Limit.drawnElements) else {
      throw SVGError(
        "with everything that <use>, patterns, masks and markers draw again there are more than "
          + "\(SVGScan.Limit.drawnElements) elements.", at: scan.nodes.first?.offset)
    }
    guard segments <= SVGScan.Limit.segments else {
      throw SVGError(
        "with everything that is drawn again, and with the widths of strokes, the paths have too many segments that "
          + "cross or touch each other (about \(SVGScan.Limit.segments.plain) pairs are allowed): simplify them.",
        at: scan.nodes.first?.offset)
    }
    guard dashes <= SVGScan.Limit.dashes else {
      throw SVGError(
        "the strokes have more than \(SVGScan.Limit.dashes.plain) dashes: use longer ones.",
        at: scan.nodes.first?.offset)
    }
  }

  /// A pass over a group: it is cleared, and drawn. (2.8 ms per megapixel, where a pass of a filter takes 50.)
  private static let groupWork = 0.03

  private init(_ node: SVGScan.Node) {
    work = node.work + (node.isGroup ? Self.groupWork : 0)
    (segments, length, density) = (node.path.segments, node.path.length, node.path.density)
  }

  /// Adds what the stroke of an element takes, and of all in it: they inherit it.
  private mutating func stroke(_ node: SVGScan.Node, inheritsWidth: Bool) {
    if let dash = node.dash { dashes = min(dashes + length / dash, 1e15) }
    guard node.isStroked != false else { return }
    let width = node.strokeWidth ?? (node.isStroked == true && !inheritsWidth ? 1 : 0)
    segments = min(segments + density * width, 1e15)
  }

  private mutating func add(_ other: SVGCost, times count: Double = 1) {
    elements = min(elements + other.elements * count, 1e15)
    work = min(work + other.work * count, 1e15)
    segments = min(segments + other.segments * count, 1e15)
    dashes = min(dashes + other.dashes * count, 1e15)
    length = min(length + other.length * count, 1e15)
    density = min(density + other.density * count, 1e15)
    depth = max(depth, other.depth + 1)
  }

  private struct Counter {
    let scan: SVGScan
    private var costs: [SVGCost?]
    private var isRunning: [Bool]
    private var level = 0

    init(scan: SVGScan) {
      self.scan = scan
      costs = Array(repeating: nil, count: scan.nodes.count)
      isRunning = Array(repeating: false, count: scan.nodes.count)
    }

    /// Each element is counted once: the same element has the same cost wherever it is drawn.
    mutating func cost(of index: Int) throws(SVGError) -> SVGCost {
      if let known = costs[index] { return known }
      let node = scan.nodes[index]
      guard !isRunning[index] else {
        throw SVGError("<\(node.name)> refers to itself.", at: node.offset)
      }
      guard level < SVGScan.Limit.drawnDepth else { throw tooDeep(node) }
      isRunning[index] = true
      level += 1
      var cost = SVGCost(node)
      for child in node.children where !Self.isOnlyReferred(scan.nodes[child].name) {
        cost.add(try self.cost(of: child))
      }
      for id in node.references {
        guard let target = scan.ids[id] else { continue }
        let name = scan.nodes[target].name
        cost.add(
          try self.cost(of: target), times: name == "marker" ? Double(node.vertices) : 1)
      }
      cost.stroke(node, inheritsWidth: inheritsWidth(node))
      guard cost.depth <= SVGScan.Limit.drawnDepth else { throw tooDeep(node) }
      level -= 1
      isRunning[index] = false
      costs[index] = cost
      return cost
    }

    private func inheritsWidth(_ node: SVGScan.Node) -> Bool {
      var parent = node.parent
      while let index = parent {
        if scan.nodes[index].strokeWidth != nil { return true }
        parent = scan.nodes[index].parent
      }
      return false
    }

    private func tooDeep(_ node: SVGScan.Node) -> SVGError {
      SVGError(
        "with everything that references draw again, elements are nested more than "
          + "\(SVGScan.Limit.drawnDepth) deep.", at: node.offset)
    }

    /// Whether an element is drawn only where others refer to it.
    private static func isOnlyReferred(_ name: String) -> Bool {
      [
        "defs", "symbol", "clipPath", "mask", "pattern", "marker", "linearGradient",
        "radialGradient", "filter", "metadata", "style", "title", "desc", "",
      ].contains(name)
    }
  }
}

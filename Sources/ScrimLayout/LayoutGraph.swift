package import ScrimKit

/// What each part of the layout depends on: frames, references, sizes from content and flex, in one graph.
///
/// The reader of jobs refuses its cycles, and the solver takes its order.
package struct LayoutGraph {
  package enum Step: Hashable, Sendable {
    /// The box gets its frame and its content a place.
    case place(Int)
    /// Its effects determine its extent.
    case extend(Int)
    /// Its content gives it a size.
    case size(Int)
    /// It contributes to the size of the group that it is in.
    case contribute(Int)
    /// The upper left corner of a group, whose size is not known yet.
    case origin(Int)
    /// Its text gets the size at which it fits; its frame is known.
    case fit(Int)

    static let kinds = 6

    /// Less than `kinds`.
    var kind: Int {
      switch self {
      case .place: 0
      case .extend: 1
      case .size: 2
      case .contribute: 3
      case .origin: 4
      case .fit: 5
      }
    }

    /// The index of the box.
    package var box: Int {
      switch self {
      case .place(let index), .extend(let index), .size(let index), .contribute(let index),
        .origin(let index), .fit(let index):
        index
      }
    }
  }

  package struct Edge {
    package let target: Step
    /// The reference that causes the dependency, and the box that has it; `nil` if nesting does.
    package let cause: (reference: Reference, box: Int)?
  }

  package let boxes: [LayoutBox]
  package let nesting: Nesting
  private let indices: [String: Int]
  private let images: [[Reference]]
  private let sizeGroups: [String: [Int]]

  /// - Parameters:
  ///   - boxes: All boxes, groups before the boxes in them.
  ///   - nesting: Which box is in which group.
  ///   - indices: The index of each id.
  ///   - images: Of each box the references whose finished images it draws; none if empty.
  package init(
    _ boxes: [LayoutBox], _ nesting: Nesting, indices: [String: Int], images: [[Reference]] = []
  ) {
    self.boxes = boxes
    self.nesting = nesting
    self.indices = indices
    self.images = images
    var groups: [String: [Int]] = [:]
    for (index, box) in boxes.enumerated() {
      if let name = box.sizeGroup { groups[name, default: []].append(index) }
    }
    sizeGroups = groups
  }

  /// The steps that come before one.
  package func edges(of step: Step) -> [Edge] {
    var edges: [Edge] = []
    visitEdges(of: step) { edges.append(Edge(target: $0, cause: $1)) }
    return edges
  }

  /// Takes a step that comes before one, with its cause.
  typealias Visit = (Step, (reference: Reference, box: Int)?) -> Void

  /// Visits the steps that come before one, in the order of ``edges(of:)``.
  func visitEdges(of step: Step, _ visit: Visit) {
    switch step {
    case .place(let index): placing(index, visit)
    case .extend(let index): extending(index, visit)
    case .size(let index): sizing(index, visit)
    case .contribute(let index): contributing(index, visit)
    case .origin(let index): origin(of: index, visit)
    case .fit(let index): frame(of: index, visit)
    }
  }

  /// What the parent and the references of a frame give it.
  private func frame(of index: Int, _ visit: Visit) {
    if let parent = nesting.parents[index] { visit(.place(parent), nil) }
    guard boxes[index].traits.hasReferences else { return }
    for (_, reference) in boxes[index].frame.references {
      if let target = target(of: reference) { visit(target, (reference, index)) }
    }
  }

  private func placing(_ index: Int, _ visit: Visit) {
    frame(of: index, visit)
    if isSized(index) { visit(.size(index), nil) }
    if let name = boxes[index].sizeGroup {
      for box in sizeGroups[name] ?? [] { visit(.fit(box), nil) }
    }
  }

  private func extending(_ index: Int, _ visit: Visit) {
    visit(.place(index), nil)
    for child in nesting.children[index] { visit(.extend(child), nil) }
    for reference in boxes[index].references {
      if let target = target(of: reference) { visit(target, (reference, index)) }
    }
    guard images.indices.contains(index) else { return }
    for reference in images[index] {
      if let box = reference.id.flatMap({ indices[$0] }) {
        visit(.extend(box), (reference, index))
      }
    }
  }

  private func sizing(_ index: Int, _ visit: Visit) {
    guard boxes[index].sizing == .group else { return }
    for child in nesting.children[index] where boxes[child].isDisplayed {
      if boxes[index].flex != nil {
        if !boxes[child].traits.isOutOfFlow { visit(.size(child), nil) }
      } else {
        let needs = FrameNeeds(contributing: boxes[child], opensWidth: true)
        if !needs.width || !needs.height { visit(.contribute(child), nil) }
      }
    }
  }

  private func contributing(_ index: Int, _ visit: Visit) {
    if isSized(index) { visit(.size(index), nil) }
    guard let group = nesting.parents[index], boxes[index].traits.hasReferences else { return }
    for (_, reference) in boxes[index].frame.references {
      guard let box = reference.id.flatMap({ indices[$0] }) else { continue }
      if box == group || nesting.isInside(group, of: box) { continue }
      if nesting.parents[box] == group, reference.part == .frame {
        visit(.contribute(box), (reference, index))
      } else if let target = target(of: reference) {
        visit(target, (reference, index))
        visit(.origin(group), (reference, index))
      }
    }
  }

  private func origin(of index: Int, _ visit: Visit) {
    let needs = FrameNeeds(boxes[index])
    let isLaidOut =
      nesting.parents[index].map { boxes[$0].flex != nil } == true
      && !boxes[index].traits.isOutOfFlow
    let box = boxes[index].frame.box
    let dependsOnSize =
      isLaidOut || needs.widthForLeft && box.x?.length == nil
      || needs.heightForTop && box.y?.length == nil
      || box.anchor.map { $0.outside != nil || $0.x != .start || $0.y != .start } == true
    if dependsOnSize { visit(.place(index), nil) } else { frame(of: index, visit) }
  }

  /// Whether the size of a box, or of those that it lays out, follows from contents.
  private func isSized(_ index: Int) -> Bool {
    if boxes[index].flex != nil || boxes[index].traits.isSizedByContent { return true }
    guard boxes[index].sizing == .group, let parent = nesting.parents[index] else { return false }
    return boxes[parent].flex != nil
  }

  private func target(of reference: Reference) -> Step? {
    guard let index = reference.id.flatMap({ indices[$0] }) else { return nil }
    switch reference.part {
    case .extent: return .extend(index)
    // The ink of a group is known when that of its boxes is.
    case .ink where boxes[index].sizing == .group || boxes[index].drawsByReferences:
      return .extend(index)
    case .frame where boxes[index].sizeGroup != nil: return .fit(index)
    default: return .place(index)
    }
  }
}

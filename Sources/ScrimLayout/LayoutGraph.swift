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
    switch step {
    case .place(let index): placing(index)
    case .extend(let index): extending(index)
    case .size(let index): sizing(index)
    case .contribute(let index): contributing(index)
    case .origin(let index): origin(of: index)
    case .fit(let index): frame(of: index)
    }
  }

  private func nested(_ target: Step) -> Edge { Edge(target: target, cause: nil) }

  private func caused(by reference: Reference, of box: Int) -> Edge? {
    target(of: reference).map { Edge(target: $0, cause: (reference, box)) }
  }

  /// What the parent and the references of a frame give it.
  private func frame(of index: Int) -> [Edge] {
    var edges = nesting.parents[index].map { [nested(.place($0))] } ?? []
    for (_, reference) in boxes[index].frame.references {
      if let edge = caused(by: reference, of: index) { edges.append(edge) }
    }
    return edges
  }

  private func placing(_ index: Int) -> [Edge] {
    var edges = frame(of: index)
    if isSized(index) { edges.append(nested(.size(index))) }
    if let name = boxes[index].sizeGroup {
      edges += (sizeGroups[name] ?? []).map { nested(.fit($0)) }
    }
    return edges
  }

  private func extending(_ index: Int) -> [Edge] {
    var edges = [nested(.place(index))] + nesting.children[index].map { nested(.extend($0)) }
    edges += boxes[index].references.compactMap { caused(by: $0, of: index) }
    if images.indices.contains(index) {
      edges += images[index].compactMap { reference in
        reference.id.flatMap { indices[$0] }.map {
          Edge(target: .extend($0), cause: (reference, index))
        }
      }
    }
    return edges
  }

  private func sizing(_ index: Int) -> [Edge] {
    guard boxes[index].sizing == .group else { return [] }
    return nesting.children[index].filter { boxes[$0].isDisplayed }.compactMap { child in
      if boxes[index].flex != nil {
        return boxes[child].frame.isOutOfFlow ? nil : nested(.size(child))
      }
      let needs = FrameNeeds(boxes[child], opensWidth: true)
      return needs.width && needs.height ? nil : nested(.contribute(child))
    }
  }

  private func contributing(_ index: Int) -> [Edge] {
    var edges = isSized(index) ? [nested(.size(index))] : []
    guard let group = nesting.parents[index] else { return edges }
    for (_, reference) in boxes[index].frame.references {
      guard let target = reference.id.flatMap({ indices[$0] }) else { continue }
      if target == group || nesting.isInside(group, of: target) { continue }
      if nesting.parents[target] == group, reference.part == .frame {
        edges.append(Edge(target: .contribute(target), cause: (reference, index)))
      } else if let edge = caused(by: reference, of: index) {
        edges += [edge, Edge(target: .origin(group), cause: (reference, index))]
      }
    }
    return edges
  }

  private func origin(of index: Int) -> [Edge] {
    let needs = FrameNeeds(boxes[index])
    let isLaidOut =
      nesting.parents[index].map { boxes[$0].flex != nil } == true
      && !boxes[index].frame.isOutOfFlow
    let box = boxes[index].frame.box
    let dependsOnSize =
      isLaidOut || needs.widthForLeft && box.x?.length == nil
      || needs.heightForTop && box.y?.length == nil
      || box.anchor.map { $0.outside != nil || $0.x != .start || $0.y != .start } == true
    return dependsOnSize ? [nested(.place(index))] : frame(of: index)
  }

  /// Whether the size of a box, or of those that it lays out, follows from contents.
  private func isSized(_ index: Int) -> Bool {
    if boxes[index].flex != nil || boxes[index].isSizedByContent { return true }
    guard boxes[index].sizing == .group, let parent = nesting.parents[index] else { return false }
    return boxes[parent].flex != nil
  }

  private func target(of reference: Reference) -> Step? {
    guard let index = reference.id.flatMap({ indices[$0] }) else { return nil }
    switch reference.part {
    case .extent: return .extend(index)
    // The ink of a group is known when that of its boxes is.
    case .ink where boxes[index].sizing == .group: return .extend(index)
    case .frame where boxes[index].sizeGroup != nil: return .fit(index)
    default: return .place(index)
    }
  }
}

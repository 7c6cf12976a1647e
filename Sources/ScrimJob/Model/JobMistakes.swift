package import ScrimDocument

/// The mistakes of a job: those that can be found without rendering it all together, in the order
/// of the document.
package struct JobMistakes: Error, Sendable {
  /// More mistakes than this help nobody, and a hostile job has a hundred thousand.
  static let most = 200

  /// At least one.
  package let problems: [Problem]

  package init(problems: [Problem]) {
    self.problems = problems
  }

  /// Mistakes that were found in any order, and perhaps twice. Those of the whole document come
  /// first.
  package init(found problems: [Problem]) {
    var seen: Set<Problem> = []
    let start = Position(line: 1, column: 1)
    let sorted = problems.filter { seen.insert($0).inserted }.enumerated()
      .sorted { one, other in
        let (first, second) = (one.element.position ?? start, other.element.position ?? start)
        return (first, one.offset) < (second, other.offset)
      }
    self.problems = sorted.prefix(Self.most).map(\.element)
  }
}

/// The limits of one evaluation. They are counted before memory is allocated.
package struct TemplateLimits: Sendable, Hashable {
  /// Maximum number of values rendered, operations, elements and comparisons.
  package var steps: Int
  /// Maximum size of all intermediate values together, as if none were shared, bytes.
  package var bytes: Int
  /// Maximum size of the result as JSON, bytes.
  package var resultBytes: Int
  /// Maximum number of levels of nested arrays and objects.
  package var depth: Int
  /// Maximum number of levels of nested parentheses, literals, calls and unary operators in an expression.
  package static let expressionDepth = 100

  package init(
    steps: Int = 1_000_000, bytes: Int = 64 << 20, resultBytes: Int = 4 << 20, depth: Int = 64
  ) {
    self.steps = steps
    self.bytes = bytes
    self.resultBytes = resultBytes
    self.depth = depth
  }

  package static let standard = TemplateLimits()
}

/// What an evaluation has used of its limits.
struct Budget {
  let limits: TemplateLimits
  private var steps = 0
  private var bytes = 0

  init(_ limits: TemplateLimits) {
    self.limits = limits
  }

  mutating func spend(steps count: Int = 1) throws(TemplateError) {
    let (sum, overflow) = steps.addingReportingOverflow(count)
    guard !overflow, sum <= limits.steps else {
      throw TemplateError(.limit, "the evaluation takes more than \(limits.steps) steps.")
    }
    steps = sum
  }

  /// Counts memory that is about to be allocated, or a shared value that becomes part of another.
  mutating func spend(bytes count: Int) throws(TemplateError) {
    let (sum, overflow) = bytes.addingReportingOverflow(count)
    guard !overflow, sum <= limits.bytes else {
      throw TemplateError(
        .limit, "the evaluation's values need more than \(limits.bytes >> 20) MiB.")
    }
    bytes = sum
  }
}

package import ScrimJSON

/// A template in JSON-e (json-e.js.org, version 4), parsed once and evaluated any number of times.
///
/// Values enter as values: text from the context is never parsed again. Errors of expressions are found only when these
/// are evaluated.
package struct Template: Sendable {
  private let root: TemplateNode
  private let language: TemplateLanguage
  /// The effects and contents that a job's text names.
  private let effects: Set<ExactString>
  /// The strings without `${…}` that a job's text has as `markup` and `file`.
  private let literals: Set<ExactString>

  /// - Parameters:
  ///   - document: The template.
  ///   - language: Whether it is a job, whose `inputs`, `variants` and annotations are not evaluated.
  package init(_ document: Node, as language: TemplateLanguage = .plain) {
    self.language = language
    var (effects, literals): (Set<ExactString>, Set<ExactString>) = ([], [])
    if language == .job, let members = document.object {
      let evaluated = members.filter {
        !$0.isAnnotation && $0.key != "inputs" && $0.key != "variants"
      }
      for member in evaluated {
        member.value.collectEffects(into: &effects)
        member.collectEscapedLiterals(into: &literals)
      }
      root = TemplateNode(evaluated, language)
    } else {
      root = TemplateNode(document, language)
    }
    self.effects = effects
    self.literals = literals
  }

  /// What an evaluation has given.
  struct Evaluated {
    let value: Value
    let origin: Origins.Origin
    /// Numbers that were written with more digits than people write.
    let artefacts: [TemplateError]
  }

  /// The errors that need no values to be found, in document order.
  var errors: [TemplateError] {
    var errors: [TemplateError] = []
    root.collectErrors(at: [], into: &errors)
    return errors
  }

  /// Evaluates the template.
  ///
  /// - Parameters:
  ///   - context: The names that expressions can use; they take precedence over built-ins of the same name.
  ///   - clock: The time as `now` and `fromNow` use it, in ISO 8601; `nil` where both are errors, as in jobs.
  ///   - limits: What the evaluation may use.
  /// - Returns: The result; null if an operator omits all of it.
  /// - Throws: The first error, with its place in the template.
  package func evaluate(
    _ context: ValueObject, clock: String? = nil, limits: TemplateLimits = .standard
  ) throws(TemplateError) -> Value {
    try evaluate(context, clock: clock, limits: limits, origins: nil).value
  }

  /// Evaluates the template, and notes where the parts of the result come from.
  ///
  /// - Parameters:
  ///   - context: The names that expressions can use.
  ///   - clock: The time as `now` and `fromNow` use it; `nil` where both are errors.
  ///   - limits: What the evaluation may use.
  ///   - origins: Receives the origins.
  /// - Returns: The result, its own origin, and warnings.
  /// - Throws: The first error, with its place in the template.
  func evaluate(
    _ context: ValueObject, clock: String? = nil, limits: TemplateLimits, origins: Origins?
  ) throws(TemplateError) -> Evaluated {
    if let name = context.members.lazy.map(\.key).first(where: { !isIdentifier($0.utf8) }) {
      throw TemplateError(
        .template, "\(quoted(name)) is not a name: letters, digits and _, no digit first.")
    }
    var evaluation = Evaluation(language, limits: limits, clock: clock, origins: origins)
    let scope = Scope(context: context, clock: clock)
    let value = try evaluation.evaluate(root, in: scope) ?? .null
    if value.containsFunctions {
      throw TemplateError(.template, "the result contains a function that is not called.")
    }
    if language == .job, let (what, name) = value.firstEffect(outside: effects) {
      throw TemplateError(
        .template,
        "the \(what) \(name.shortText) is not written in the template: "
          + "a job's \(what)s are known from its text.")
    }
    if language == .job,
      let (key, text) = value.firstEscaped(unless: {
        literals.contains($0) || evaluation.escaped.contains($0)
      })
    {
      throw TemplateError(
        .template,
        "the \(quoted(key)) \(quoted(text)) comes from a value: write the key \(quoted(key)) in the template, "
          + "so that values in it are escaped.")
    }
    guard value.textSize <= limits.resultBytes else {
      throw TemplateError(.limit, "the result is larger than \(limits.resultBytes) bytes.")
    }
    return Evaluated(value: value, origin: evaluation.origin, artefacts: evaluation.artefacts)
  }
}

extension Value {
  /// An estimate, at most the size of compact JSON without escapes, bytes.
  fileprivate var textSize: Int {
    switch self {
    case .string(let string): string.utf8.count + 2
    case .array(let array): array.items.reduce(2) { $0 + $1.textSize + 1 }
    case .object(let object):
      object.members.reduce(2) { $0 + $1.key.utf8.count + $1.value.textSize + 4 }
    default: text?.utf8.count ?? 0
    }
  }
}

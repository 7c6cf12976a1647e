/// The names that an expression can use: the context, and what `$let`, `$map` and other operators add to it.
final class Scope {
  private let locals: [(name: String, value: Value)]
  private let root: [ExactString: Value]
  private let parent: Scope?

  /// The outermost scope: the context over the built-in functions and the clock.
  init(context: ValueObject, clock: String?) {
    var root: [ExactString: Value] = [:]
    for builtin in Builtin.allCases { root[ExactString(builtin.rawValue)] = .function(builtin) }
    if let clock { root[ExactString("now")] = .string(clock) }
    for member in context.members { root[ExactString(member.key)] = member.value }
    self.root = root
    locals = []
    parent = nil
  }

  init(_ names: [(name: String, value: Value)], in parent: Scope) {
    locals = names
    root = [:]
    self.parent = parent
  }

  subscript(name: String) -> Value? {
    var scope = self
    while true {
      // The last of two equal names counts, as in `each(x,x)`.
      if let found = scope.locals.last(where: { isSame($0.name, name) }) { return found.value }
      guard let parent = scope.parent else { return scope.root[ExactString(name)] }
      scope = parent
    }
  }

  /// All names, for suggestions.
  var names: [String] {
    locals.map(\.name) + (parent?.names ?? root.keys.map(\.string).sorted(by: precedes))
  }
}

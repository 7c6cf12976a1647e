/// A parsed expression. Each part that can fail has its offset in the string that contains the expression.
///
/// Operators of one precedence and steps of one access are lists, so that the depth of the tree is the depth of the
/// brackets and not the length of the expression.
indirect enum Expression: Sendable {
  case literal(Value)
  case variable(String, at: Int)
  case unary(UnaryOperator, Expression, at: Int)
  /// Operators of one precedence, from the left.
  case chain(Expression, [Link])
  /// Associates to the right.
  case power(Expression, Expression, at: Int)
  case access(Expression, [Access])
  case list([Expression], at: Int)
  case object([(key: String, value: Expression)], at: Int)
  /// A number that is too large; an error only when it is evaluated.
  case invalid(TemplateError)

  struct Link: Sendable {
    let symbol: BinaryOperator
    let operand: Expression
    let offset: Int
  }

  enum Access: Sendable {
    case property(String, at: Int)
    case index(Expression, at: Int)
    case slice(Expression?, Expression?, at: Int)
    case call([Expression], at: Int)
  }
}

enum UnaryOperator: String, Sendable {
  case minus = "-"
  case plus = "+"
  case not = "!"
}

enum BinaryOperator: String, Sendable {
  case or = "||"
  case and = "&&"
  case `in` = "in"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case greater = ">"
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"

  /// The higher, the closer the operator binds.
  var precedence: Int {
    switch self {
    case .or: 0
    case .and: 1
    case .in: 2
    case .equal, .notEqual: 3
    case .less, .greater, .lessOrEqual, .greaterOrEqual: 4
    case .add, .subtract: 5
    case .multiply, .divide: 6
    }
  }
}

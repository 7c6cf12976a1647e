import ScrimJSON
import ScrimTemplate
import Testing

/// The clock of the tests.
let clock = "2017-01-19T16:27:20.974Z"

/// Evaluates a template with a context, both as JSON.
func evaluate(
  _ template: String, _ context: String = "{}", clock: String? = clock,
  limits: TemplateLimits = .standard
) throws -> Value {
  guard case .object(let names) = Value(try Node.parse(context.utf8)) else {
    throw TestError.noObject
  }
  return try Template(try Node.parse(template.utf8)).evaluate(names, clock: clock, limits: limits)
}

/// Expects a result, compared as JSON text: the order of keys and the form of numbers count.
func expect(
  _ template: String, in context: String = "{}", is result: String,
  at location: SourceLocation = #_sourceLocation
) {
  #expect(throws: Never.self, sourceLocation: location) {
    let value = try evaluate(template, context)
    #expect(
      value.json.text() == (try JSON(parsing: Array(result.utf8)).text()), "\(template)",
      sourceLocation: location)
  }
}

/// Expects the result of an expression.
func expect(
  expression: String, in context: String = "{}", is result: String,
  at location: SourceLocation = #_sourceLocation
) {
  expect(
    JSON.object([JSON.Member("$eval", .string(expression))]).text(), in: context, is: result,
    at: location)
}

/// Evaluates a template that must fail.
func failure(
  _ template: String, in context: String = "{}", clock: String? = clock,
  limits: TemplateLimits = .standard, at location: SourceLocation = #_sourceLocation
) throws -> TemplateError {
  try #require(
    throws: TemplateError.self, "\(template)", sourceLocation: location
  ) { try evaluate(template, context, clock: clock, limits: limits) }
}

func failure(
  expression: String, in context: String = "{}", clock: String? = clock,
  at location: SourceLocation = #_sourceLocation
) throws -> TemplateError {
  try failure(
    JSON.object([JSON.Member("$eval", .string(expression))]).text(), in: context, clock: clock,
    at: location)
}

enum TestError: Error {
  case noObject
}

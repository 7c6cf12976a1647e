/// A string of a template, split into text and expressions.
struct Interpolation: Sendable {
  enum Part: Sendable {
    case text(String)
    /// An expression, and its source for messages.
    case expression(Expression, source: String)
    /// What follows cannot be parsed. The error is reported only if the string is rendered that far.
    case invalid(TemplateError)
  }

  let string: String
  let parts: [Part]

  /// The string, if it contains no expressions.
  var constant: String? {
    if parts.isEmpty { return "" }
    guard parts.count == 1, case .text(let text) = parts[0] else { return nil }
    return text
  }

  init(_ string: String) {
    self.string = string
    let bytes = Array(string.utf8)
    var parts: [Part] = []
    var text: [UInt8] = []
    var offset = 0
    func finishText() {
      if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
    }
    while offset < bytes.count {
      // `$${` is the text `${`.
      if bytes[offset...].starts(with: Self.escape) {
        text += Self.start
        offset += Self.escape.count
        continue
      }
      guard bytes[offset...].starts(with: Self.start) else {
        text.append(bytes[offset])
        offset += 1
        continue
      }
      finishText()
      let start = offset + Self.start.count
      do throws(TemplateError) {
        let (expression, end) = try ExpressionParser.parse(bytes, from: start)
        let source = String(decoding: bytes[start..<end], as: UTF8.self)
        parts.append(.expression(expression, source: source))
        offset = end + 1
      } catch {
        parts.append(.invalid(error.located(in: string)))
        break
      }
    }
    finishText()
    self.parts = parts
  }

  /// Whether the last digits of all strings that it gives are those of `row`.
  var endsInRow: Bool {
    var before: Part?
    var isFound = false
    for part in parts {
      switch part {
      case .expression(.variable("row", at: _), _):
        if case .text(let text) = before {
          isFound = !(text.utf8.last.map(isDigit) ?? false)
        } else {
          isFound = before == nil
        }
      case .text(let text): isFound = isFound && !text.utf8.contains(where: isDigit)
      case .expression, .invalid: isFound = false
      }
      before = part
    }
    return isFound
  }

  private static let start = Array("${".utf8)
  private static let escape = Array("$${".utf8)
}

/// A string of a template that is one expression, such as the value of `$eval`.
struct ExpressionSource: Sendable {
  let string: String
  /// An expression that cannot be parsed is an error only when it is evaluated.
  let parsed: Result<Expression, TemplateError>

  init(_ string: String) {
    self.string = string
    do throws(TemplateError) {
      parsed = .success(try ExpressionParser.parse(string))
    } catch {
      parsed = .failure(error)
    }
  }
}

import ScrimJSON
import ScrimTemplate

/// Evaluates templates for other programs: reads an object with `template`, `context` and optionally `clock` per line
/// of standard input, writes an object with `result` or with `error` (kind), `message`, `pointer` and `column` per line.
@main
enum Harness {
  static func main() {
    while let line = readLine() {
      print(answer(to: line).text())
    }
  }

  private static func answer(to line: String) -> JSON {
    do throws(Diagnostic) {
      // Deeper than a template, which is inside an object.
      let document = try Node.parse(line.utf8, limits: JSONLimits(depth: 65))
      guard let template = document["template"], let node = document["context"],
        case .object(let context) = Value(node)
      else { return failure("HarnessError", "template and context are required") }
      do throws(TemplateError) {
        let value = try Template(template).evaluate(context, clock: document["clock"]?.string)
        return .object([JSON.Member("result", value.json)])
      } catch {
        var members = failure(error.kind.rawValue, error.message).object ?? []
        members.append(JSON.Member("pointer", .string(error.pointer)))
        members.append(JSON.Member("column", error.column.map(JSON.integer) ?? .null))
        return .object(members)
      }
    } catch {
      return failure("JSONError", error.message)
    }
  }

  private static func failure(_ kind: String, _ message: String) -> JSON {
    .object([JSON.Member("error", .string(kind)), JSON.Member("message", .string(message))])
  }
}

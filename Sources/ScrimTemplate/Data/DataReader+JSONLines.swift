import ScrimJSON

extension DataReader {
  /// The members of the object in a line.
  ///
  /// - Parameters:
  ///   - text: The line without its line break.
  ///   - line: Its number.
  /// - Returns: The values by key, or the error of the line.
  /// - Throws: More different keys than columns are allowed.
  mutating func jsonCells(
    _ text: UnsafeBufferPointer<UInt8>, line: Int
  ) throws(DataError) -> Result<[(column: String, cell: TemplateInputs.Cell)], DataError> {
    let node: Node
    do throws(DataError) {
      node = try Self.object(Array(text), line: line)
    } catch {
      return .failure(error)
    }
    var cells: [(column: String, cell: TemplateInputs.Cell)] = []
    for member in node.object ?? [] {
      let key = member.key
      if knownKeys.insert(ExactString(key)).inserted {
        guard columns.count < limits.columns else {
          throw Self.tooManyColumns(limits, line: line)
        }
        columns.append(key)
      }
      cells.append((key, .value(member.value)))
    }
    return .success(cells)
  }

  private static func object(_ text: [UInt8], line: Int) throws(DataError) -> Node {
    var duplicates: [Diagnostic] = []
    let node: Node
    do throws(Diagnostic) {
      node = try Node.parse(text, limits: JSONLimits(bytes: .max), duplicates: &duplicates)
    } catch {
      throw DataError(error.code, message(error), line: line)
    }
    guard node.object != nil else {
      throw DataError(
        "not-an-object", "expected an object on each line, found \(node.kind).", line: line)
    }
    if let duplicate = duplicates.first {
      var key = ""
      if case .key(let name)? = duplicate.path.last { key = name }
      throw DataError(duplicate.code, "the key \(quoted(key)) is given twice.", line: line)
    }
    return node
  }

  /// The error of a document as that of a line.
  private static func message(_ error: Diagnostic) -> String {
    var message = error.message
    if message.hasSuffix(documentEnd + ".") {
      message = "the line ends before its JSON is complete; each line is one object."
    } else if message.hasPrefix("expected " + documentEnd) {
      message =
        "expected the end of the line" + message.dropFirst("expected \(documentEnd)".count)
    }
    // A carriage return within the line ends one for the reader.
    guard let position = error.position, position.line == 1 else { return message }
    return "column \(position.column): \(message)"
  }

  private static let documentEnd = "the end of the document"
}

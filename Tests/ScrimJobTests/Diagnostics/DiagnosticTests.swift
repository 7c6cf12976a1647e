import DiagnosticCases
import ScrimJSON
import ScrimJob
import Testing

/// Every wrong job: what people read, and what programs get.
@Suite struct DiagnosticTests {
  @Test(arguments: DiagnosticCases.all)
  func isToldWithPlaceAndWayOut(_ invalidJob: DiagnosticCase) {
    #expect(JobSample.messages(invalidJob.job) == invalidJob.expected)
  }

  @Test(arguments: DiagnosticCases.all)
  func isToldToProgramsToo(_ invalidJob: DiagnosticCase) throws {
    let document = try parsed(invalidJob.job)
    let diagnostics = JobSample.diagnostics(invalidJob.job)
    try #require(diagnostics.count == invalidJob.told.count)
    for (diagnostic, told) in zip(diagnostics, invalidJob.told) {
      let pointer = try #require(diagnostic.json["pointer"]?.string)
      let expected: JSON = [
        "pointer": .string(pointer), "line": .integer(told.line), "column": .integer(told.column),
        "message": .string(told.message), "code": .string(told.code),
      ]
      #expect(diagnostic.json == expected)
      let path = try #require([PathElement](pointer: pointer))
      #expect(path.displayPath == told.path)
      let place = Position(line: told.line, column: told.column)
      if told.code == "duplicate-key" {
        let first = try #require(places(of: path, in: document).last)
        #expect(first < place)
      } else {
        #expect(places(of: path, in: document).contains(place))
      }
    }
  }

  @Test func casesHaveNamesOfTheirOwn() {
    let names = DiagnosticCases.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(name)")
    }
  }

  /// The document, also where a key is given twice.
  private func parsed(_ job: String) throws -> Node {
    var duplicates: [Diagnostic] = []
    return try Node.parse(Array(job.utf8), duplicates: &duplicates)
  }

  /// Where an error of this path may be told: at the value or its key.
  private func places(of path: [PathElement], in document: Node) -> [Position] {
    var places = [document[path]?.position].compactMap { $0 }
    if case .key(let key)? = path.last, let member = document[path.dropLast()]?.member(key) {
      places.append(member.keyPosition)
    }
    return places
  }
}

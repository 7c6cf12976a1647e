import MistakeCases
import ScrimDocument
import ScrimJob
import Testing

/// Every wrong job: what people read, and what programs get.
@Suite struct MistakeTests {
  @Test(arguments: MistakeCases.all)
  func isToldWithPlaceAndWayOut(_ mistake: MistakeCase) {
    #expect(JobSample.mistakes(mistake.job) == mistake.expected)
  }

  @Test(arguments: MistakeCases.all)
  func isToldToProgramsToo(_ mistake: MistakeCase) throws {
    let document = try parsed(mistake.job)
    let problems = JobSample.problems(mistake.job)
    try #require(problems.count == mistake.told.count)
    for (problem, told) in zip(problems, mistake.told) {
      let pointer = try #require(problem.json["pointer"]?.string)
      let expected: JSON = [
        "pointer": .string(pointer), "line": .integer(told.line), "column": .integer(told.column),
        "message": .string(told.message), "code": .string(told.code),
      ]
      #expect(problem.json == expected)
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
    let names = MistakeCases.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(name)")
    }
  }

  /// The document, also where a key is given twice.
  private func parsed(_ job: String) throws -> Node {
    var duplicates: [Problem] = []
    return try Node.parse(Array(job.utf8), duplicates: &duplicates)
  }

  /// Where a mistake of this path may be told: at the value or its key.
  private func places(of path: [PathElement], in document: Node) -> [Position] {
    var places = [document[path]?.position].compactMap { $0 }
    if case .key(let key)? = path.last, let member = document[path.dropLast()]?.member(key) {
      places.append(member.keyPosition)
    }
    return places
  }
}

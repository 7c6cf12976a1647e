import Foundation
import DiagnosticCases
import ScrimJob
import Testing

@Suite struct ReadingMemoryTests {
  /// A worker reads many jobs: what one leaves behind is missing for the next.
  @Test func aJobThatWasReadIsFreed() throws {
    let note = String(repeating: "n", count: 2_000_000)
    let job = JobSample.layer(#""// note": "\#(note)""#)
    _ = try JobSample.read(job)
    let before = try residentBytes()
    for _ in 0..<100 { _ = try JobSample.read(job) }
    let grown = try residentBytes() - before
    // Other tests run beside this one; a hundred documents are 200 MB.
    #expect(grown < 100_000_000)
  }

  private func residentBytes() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ")
    return try #require(pages.dropFirst().first.flatMap { Int($0) }) * sysconf(Int32(_SC_PAGESIZE))
  }
}

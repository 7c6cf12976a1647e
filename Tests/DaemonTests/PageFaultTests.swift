import Foundation
import Testing

/// A worker reuses the memory of one image for the next similar one.
@Suite struct PageFaultTests {
  /// A panel at a different position in each job, so that none is found in the worker's cache.
  private static func job(_ number: Int) -> String {
    ##"""
    {"scrim": 1, "canvas": {"width": 1080, "height": 1080, "background": "#1e3a8a"},
     "layers": [{"frame": {"x": \##(80 + number), "y": 200, "width": 900, "height": 400}, "cornerRadius": 24,
       "effects": [{"effect": "frosted-panel", "sigma": 30, "saturation": 1.8}]}],
     "output": {"file": "page-\##(number).jpg"}}
    """##
  }

  /// Minor page faults of a process so far (proc(5), `minflt`).
  private func pageFaults(of process: pid_t) throws -> Int {
    let line = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = try #require(line.split(separator: ")").last).split(separator: " ")
    return try #require(Int(fields[7]))
  }

  @Test func anImageLikeTheLastTakesNoFreshMemory() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    var counts: [Int] = []
    for number in 0..<9 {
      let name = "page-\(number)"
      try daemon.drop("\(name).json", Self.job(number))
      try daemon.wait(for: name) { daemon.isReported("\(name)") }
      counts.append(try pageFaults(of: try #require(daemon.workers().first)))
    }
    #expect(daemon.stop() == 0)
    let faults = zip(counts, counts.dropFirst()).map { $1 - $0 }
    #expect(faults.suffix(4).sorted()[2] < 200, "\(faults)")
  }
}

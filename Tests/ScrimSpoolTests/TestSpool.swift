import Foundation
import ProgramTesting
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Synchronization

/// A temporary spool next to the tests' program, deleted with this object.
///
/// Not in the temporary folder, which may be a tmpfs without extended attributes.
final class TestSpool {
  let path: String

  init() throws {
    path = CommandRun.programs.appending(path: "test-spools/\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    _ = try Spool(path: path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Opens the spool as a newly started daemon does.
  func open(
    limits: SpoolLimits = SpoolLimits(), rules: SpoolRules = SpoolRules(), steps: Steps = Steps()
  ) throws -> Spool {
    try Spool(path: path, limits: limits, rules: rules, steps: steps)
  }

  func drop(_ name: String, _ text: String = #"{"scrim": 1}"#, mode: Int? = nil) throws {
    let file = "\(path)/drop/\(name)"
    try Data(text.utf8).write(to: URL(filePath: file))
    if let mode {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }
  }

  func names(_ folder: String) -> [String] {
    let all = try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")
    return (all ?? []).sorted()
  }

  func text(_ file: String) -> String? {
    try? String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
  }

  func report(_ name: String) throws -> JSON {
    let text = text("out/\(name).failed.json") ?? text("out/\(name).result.json")
    return try JSON(parsing: Array((text ?? "").utf8))
  }
}

extension Spool {
  /// Changes one of the rules.
  func set<Value>(_ path: WritableKeyPath<SpoolRules, Value>, _ value: Value) throws {
    var rules = self.rules
    rules[keyPath: path] = value
    try replace(rules: rules)
  }

  convenience init(path: String) throws {
    try self.init(path: path, limits: SpoolLimits(), rules: SpoolRules())
  }
}

/// A simulated crash: the step before it is done, nothing after it.
struct Crash: Error {}

/// A crash at a step of the spool's work, for ``atEachStep(_:)``.
final class CrashPoint: CustomStringConvertible {
  /// How many steps are done before.
  let number: Int
  var happened = false

  init(_ number: Int) { self.number = number }

  var description: String { "crash \(number)" }
  var steps: Steps { Countdown(number).steps }

  func work(_ body: (Steps) throws -> Void) throws {
    do { try body(steps) } catch is Crash { happened = true }
  }
}

/// Runs a test with a crash at the first step, then at the second and so on, until no step is left for one.
///
/// - Returns: How often it ran.
func atEachStep(_ test: (CrashPoint) throws -> Void) rethrows -> Int {
  var number = 0
  while true {
    let crash = CrashPoint(number)
    try test(crash)
    number += 1
    if !crash.happened { return number }
  }
}

/// Allows a number of steps and throws at the next.
final class Countdown: Sendable {
  private let left: Atomic<Int>

  init(_ steps: Int) {
    left = Atomic(steps)
  }

  var steps: Steps {
    Steps { [self] _ in
      if left.subtract(1, ordering: .relaxed).oldValue <= 0 { throw Crash() }
    }
  }
}

extension Intake {
  /// An intake without a time limit per poll, for slow machines.
  convenience init(patiently spool: Spool) {
    self.init(spool, watching: false, slice: .seconds(3600))
  }
}

extension Spool {
  /// Does the work of a daemon, with a worker that always renders the same image.
  func work(image: String = "picture.png") throws {
    try recover { _ in }
    let intake = Intake(patiently: self)
    _ = try intake.poll { _ in }
    while case .job(let job) = try claim() {
      let ticket = try job.ticket()
      let content = ImmutableBytes.own(Array("pixels of \(ticket.name)".utf8))
      let stored = try store(content, as: OutputRecord(file: image), limit: 1 << 20, of: job)
      var rendering = RenderReport()
      rendering.seed = ticket.seed
      let report = JobReport.done(
        job.name, ticket, rendering, outputs: [stored], stages: [Named("wait", 1)])
      _ = try deliver(commit(job, ticket, report: report))
    }
  }
}

import Foundation
import ScrimRecords
import ScrimSpool
import Testing

/// A spool is opened with its rules or not at all.
@Suite struct RulesTests {
  @Test func aCommandWithoutADaemonHasTheDaemonsRules() throws {
    let test = try TestSpool()
    var rules = SpoolRules()
    rules.hooksAccount = 4321
    rules.bridgeUsers = [7, 8]
    rules.removesOnFailure = true
    try test.open().replace(rules: rules)
    let spool = try Spool(existing: test.path, limits: SpoolLimits())
    #expect(spool.rules == rules)
    let mode = try FileManager.default.attributesOfItem(atPath: "\(test.path)/rules")[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
    // A job that it cancels has its event.
    try test.submit("a", #"{"hold": true}"#)
    var limits = SpoolLimits()
    limits.settle = .zero
    spool.limits = limits
    _ = try Intake(patiently: spool).poll { _ in }
    let name = try #require(test.names("hold").first)
    let id = try #require(JobID(String(name.prefix { $0 != "." })))
    try spool.change(id, .cancel, by: getuid())
    #expect(test.names("events").filter { $0.hasSuffix(".json") } == ["\(id).json"])
  }

  @Test(arguments: [nil, "{", #"{"bridgeUsers": [-1], "removesOnFailure": true}"#])
  func withoutRulesItIsRefused(text: String?) throws {
    let test = try TestSpool()
    let file = URL(filePath: "\(test.path)/rules")
    if let text {
      try Data(text.utf8).write(to: file)
    } else {
      try FileManager.default.removeItem(at: file)
    }
    let error = #expect(throws: SpoolError.self) {
      try Spool(existing: test.path, limits: SpoolLimits())
    }
    #expect(
      error?.message.hasSuffix(": start scrimd once on this spool, which records them.") ?? false)
  }
}

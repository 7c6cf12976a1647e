import ProgramTesting
import Testing

@Suite struct VersionTests {
  /// A build folder contains one build only.
  @Test func saysForWhichProcessorsItIs() throws {
    let workshop = try Workshop()
    let run = try CommandRun("--version", in: workshop.folder)
    #expect(run.status == 0)
    #expect(run.output == "0.2.0 (baseline)\n")
  }
}

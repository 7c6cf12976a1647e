import CFuzzer
import Glibc
import DiagnosticCases
import ScrimCodecs

/// The program that libFuzzer drives. `FUZZ_TARGET` names what gets the inputs: the environment
/// and not an argument, since libFuzzer starts the program anew with arguments of its own.
@main
enum Fuzz {
  static let targets: [String: @Sendable (UnsafeRawBufferPointer) -> Verdict] = [
    "reader": ReaderTarget.run,
    "validation": ValidationTarget.run,
    "png": { ImageTarget.run($0, as: .png) },
    "webp": { ImageTarget.run($0, as: .webp) },
    "jpeg": { ImageTarget.run($0, as: .jpeg) },
    "names": NamesTarget.run,
    "tickets": TicketTarget.run,
    "messages": MessagesTarget.run,
    "plugins": PluginTarget.run,
    "fonts": FontTarget.run,
    "templates": TemplateTarget.run,
    "data": DataTarget.run,
    "contents": ContentTarget.run,
    "svg": SVGTarget.run,
  ]

  fileprivate static let target = getenv("FUZZ_TARGET").flatMap { targets[String(cString: $0)] }

  static func main() throws {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "write-jobs" {
      return try writeJobs(to: CommandLine.arguments[2])
    }
    guard target != nil else {
      let names = targets.keys.sorted().joined(separator: ", ")
      say("FUZZ_TARGET must be one of: \(names)")
      exit(64)
    }
    makeConstants()
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, testOneInput))
  }

  /// Has the modules make their constants, which they do at their first use: LeakSanitizer does not
  /// understand the pointers in some of Swift's enumerations, and would take those for leaks.
  private static func makeConstants() {
    __lsan_disable()
    for invalidJob in DiagnosticCases.all {
      _ = Array(invalidJob.job.utf8).withUnsafeBytes(ValidationTarget.run)
    }
    __lsan_enable()
  }
}

/// What libFuzzer is to do with an input that brought no fault to light.
enum Verdict: Int32 {
  /// Keep it if it reached something new.
  case interesting = 0
  /// Never keep it: it is another target's.
  case foreign = -1
}

/// The name is libFuzzer's: its own `main`, which is linked in beside ours, wants it.
@c(LLVMFuzzerTestOneInput)
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  Fuzz.target?(UnsafeRawBufferPointer(start: bytes, count: count)).rawValue ?? 0
}

/// Ends the program, which libFuzzer takes for a find, unless something is so.
func require(_ isSo: Bool, _ words: @autoclosure () -> String) {
  guard !isSo else { return }
  say("Not so: \(words())")
  abort()
}

private func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

import Glibc
import ScrimCommand
import ScrimWorkerClient

/// A word as a shell takes it.
func quoted(forShell word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./".contains($0)) }
  return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
}

/// What to type to run this program: its name where the PATH leads to it, otherwise its path.
func ownCommand() -> String {
  let own = WorkerProgram.ownFolder() + "/scrim"
  let programs = (environment("PATH") ?? "").split(separator: ":").map { "\($0)/scrim" }
  let first = programs.first { access($0, X_OK) == 0 }
  return first.flatMap(resolved) == own ? "scrim" : quoted(forShell: own)
}

/// The path without symbolic links.
func resolved(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

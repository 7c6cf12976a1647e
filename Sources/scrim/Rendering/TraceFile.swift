import ScrimCommand
import ScrimJSON
import ScrimLinux
import SystemPackage

/// The timeline of a rendering as a file that browsers show: Chrome's Trace Event Format, complete
/// events ("X"), microseconds.
enum TraceFile {
  /// Writes the file.
  ///
  /// - Parameters:
  ///   - report: The worker's, with a timeline.
  ///   - path: Where to.
  /// - Throws: A ``Failure`` that names the path.
  static func write(_ report: JSON, to path: FilePath) throws {
    let events = (report["timeline"]?.array ?? []).map(event)
    let trace: JSON = ["displayTimeUnit": "ms", "traceEvents": .array(events)]
    let file: OwnedDescriptor
    do {
      file = try MemoryFile.sealed("trace", trace.bytes())
    } catch {
      throw Failure(.io, "\(path) cannot be written: \(error).")
    }
    try OutputFile.write(file, to: path)
  }

  private static func event(_ span: JSON) -> JSON {
    [
      "name": span["name"] ?? "", "cat": span["kind"] ?? "", "ph": "X",
      "ts": span["start"] ?? .integer(0), "dur": span["duration"] ?? .integer(0),
      "pid": .integer(1), "tid": .integer(1),
      "args": ["layer": span["layer"] ?? .null],
    ]
  }
}

import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import SystemPackage

/// The timeline of a rendering as a file that browsers show: Chrome's Trace Event Format, complete
/// events ("X"), microseconds.
enum TraceFile {
  /// Writes the file.
  ///
  /// - Parameters:
  ///   - timeline: Of a traced rendering.
  ///   - path: Where to.
  /// - Throws: A ``Failure`` that names the path.
  static func write(_ timeline: [WorkerReport.Span], to path: FilePath) throws {
    let events = timeline.map(event)
    let trace: JSON = ["displayTimeUnit": "ms", "traceEvents": .array(events)]
    let file: OwnedDescriptor
    do {
      file = try MemoryFile.sealed("trace", trace.bytes())
    } catch {
      throw Failure(.io, "\(path) cannot be written: \(error).")
    }
    try OutputFile.write(file, to: path)
  }

  private static func event(_ span: WorkerReport.Span) -> JSON {
    [
      "name": .string(span.name), "cat": .string(span.kind), "ph": "X",
      "ts": .number(span.start), "dur": .number(span.duration), "pid": .integer(1),
      "tid": .integer(1), "args": ["layer": span.layer.map(JSON.integer) ?? .null],
    ]
  }
}

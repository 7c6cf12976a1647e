import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import SystemPackage

/// The timeline of a rendering as a file that browsers show: Chrome's Trace Event Format, complete
/// events ("X"), microseconds. `otherData` says what was cached and how often each text was shaped.
enum TraceFile {
  /// Writes the file.
  ///
  /// - Parameters:
  ///   - report: Of a traced rendering.
  ///   - path: Where to.
  /// - Throws: A ``Failure`` that names the path.
  static func write(_ report: WorkerReport, to path: FilePath) throws {
    let trace: JSON = [
      "displayTimeUnit": "ms", "traceEvents": .array(report.timeline.map(event)),
      "otherData": ["cache": report.cache ?? .null, "shapings": report.shapings ?? .null],
    ]
    try OutputFile.write(.own(trace.bytes()), to: path)
  }

  private static func event(_ span: WorkerReport.Span) -> JSON {
    [
      "name": .string(span.name), "cat": .string(span.kind), "ph": "X",
      "ts": .number(span.start), "dur": .number(span.duration), "pid": .integer(1),
      "tid": .integer(1), "args": ["layer": span.layer.map(JSON.integer) ?? .null],
    ]
  }
}

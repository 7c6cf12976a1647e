import ScrimCommand
import ScrimDocument
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
  ///   - file: Where to.
  /// - Throws: A ``Failure`` that names the path.
  static func write(_ report: RenderReport, to file: OutputFile) throws {
    let trace = report.trace ?? RenderTrace()
    let json: JSON = [
      "displayTimeUnit": "ms", "traceEvents": .array(trace.timeline.map(event)),
      "otherData": [
        "cache": trace.cache,
        "shapings": .object(trace.shapings.map { JSON.Member($0.name, .integer($0.value)) }),
      ],
    ]
    try file.write(.own(json.bytes()))
  }

  private static func event(_ span: RenderTrace.Span) -> JSON {
    [
      "name": .string(span.name), "cat": .string(span.kind), "ph": "X",
      "ts": .number(span.start), "dur": .number(span.duration), "pid": .integer(1),
      "tid": .integer(1), "args": ["layer": span.layer.field],
    ]
  }
}

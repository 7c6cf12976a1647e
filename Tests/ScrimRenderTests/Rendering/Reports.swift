import RenderTesting
import ScrimJSON

extension JSON {
  /// The report without its milliseconds, which differ from run to run.
  var withoutTimes: String {
    JSON.object((object ?? []).filter { $0.key != "milliseconds" }).text()
  }
}

extension TestRenderer {
  /// The frame of a layer, or another of its rectangles, in the report of a job.
  func frame(_ id: String, _ document: String, part: String = "frame") throws -> [Double] {
    let report = try outputs(document).report.json
    return (report["layers"]?[id]?[part]?.array ?? []).compactMap(\.number)
  }
}

package import ScrimJSON

extension WorkerReport {
  /// The report of a template's job: that of its only document, or those of its variants together.
  ///
  /// Outputs, warnings and times are those of all variants; each output names its variant. Everything else is in
  /// `variants`, by name.
  ///
  /// - Parameter reports: The variants' names, none without variants, with their reports and their warnings, which
  ///   have places in the template.
  /// - Returns: `nil` without reports.
  /// - Throws: `FieldError` if a report is not one.
  package static func merged(
    _ reports: [(variant: String?, report: WorkerReport, warnings: [Diagnostic])]
  ) throws(FieldError) -> WorkerReport? {
    guard let first = reports.first else { return nil }
    let warnings = JSON.array(reports.flatMap(\.warnings).map(\.json))
    guard first.variant != nil else {
      return try WorkerReport(json: first.report.json.replacing("warnings", with: warnings))
    }
    var members: [JSON.Member] = [
      .init("outputs", .array(reports.flatMap { outputs(of: $0.report, $0.variant) })),
      .init("seed", first.report.json["seed"] ?? .null), .init("warnings", warnings),
      .init("milliseconds", .object(times(of: reports.map(\.report)))),
    ]
    members.append(
      .init(
        "variants",
        .object(reports.map { .init($0.variant ?? "", details(of: $0.report)) })))
    return try WorkerReport(json: .object(members))
  }

  private static let common = ["outputs", "seed", "warnings", "milliseconds"]

  private static func outputs(of report: WorkerReport, _ variant: String?) -> [JSON] {
    (report.json["outputs"]?.array ?? []).map { output in
      .object((output.object ?? []) + [.init("variant", variant.map(JSON.string) ?? .null)])
    }
  }

  private static func details(of report: WorkerReport) -> JSON {
    .object((report.json.object ?? []).filter { !common.contains($0.key) })
  }

  /// The sum for each stage.
  private static func times(of reports: [WorkerReport]) -> [JSON.Member] {
    var stages: [(name: String, milliseconds: Double)] = []
    for stage in reports.flatMap({ $0.json["milliseconds"]?.object ?? [] }) {
      guard let milliseconds = stage.value.number else { continue }
      if let index = stages.firstIndex(where: { $0.name == stage.key }) {
        stages[index].milliseconds += milliseconds
      } else {
        stages.append((stage.key, milliseconds))
      }
    }
    return stages.map { .init($0.name, .number($0.milliseconds)) }
  }
}

extension JSON {
  fileprivate func replacing(_ key: String, with value: JSON) -> JSON {
    .object((object ?? []).map { $0.key == key ? Member(key, value) : $0 })
  }
}

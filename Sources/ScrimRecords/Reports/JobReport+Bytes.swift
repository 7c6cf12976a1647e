import ScrimDocument
import ScrimJSON

extension JobReport {
  /// The report's file. Details are left out of one that would be larger than its readers take, in this order, until
  /// it is not: lines of texts, layers, times of layers, substituted and fallback fonts, dropped parts of inputs,
  /// warnings but for the first 20, failed attempts, errors but for the first 20, and then all but what each report
  /// has. The warning `report-shortened` names them.
  package func bytes(limit: Int = RecordLimits.report) -> [UInt8] {
    let bytes = json.bytes(pretty: true)
    guard bytes.count > limit else { return bytes }
    var (report, omitted) = (self, [String]())
    func shortened() -> [UInt8] {
      let warning = Diagnostic(
        code: "report-shortened",
        message:
          "the report would have \(bytes.count) bytes, \(limit) are allowed; left out: "
          + "\(omitted.joined(separator: ", "))."
      )
      var report = report
      if report.rendering == nil { report.warnings.append(warning) }
      report.rendering?.warnings.append(warning)
      return report.json.bytes(pretty: true)
    }
    for detail in Detail.allCases where detail.remove(from: &report) {
      omitted.append(detail.rawValue)
      let bytes = shortened()
      if bytes.count <= limit { return bytes }
    }
    // Each of these is bounded by itself.
    var rest = JobReport()
    (rest.status, rest.job, rest.id, rest.seed) = (status, job, id, seed)
    (rest.attempts, rest.times, rest.environment) = (attempts, times, environment)
    rest.batch = batch
    rest.batch?.data = nil
    report = rest
    omitted = ["all other details"]
    return shortened()
  }

  private enum Detail: String, CaseIterable {
    case lines = "lines of texts"
    case layers, times = "times of layers"
    case fonts = "substitutions and fallback fonts"
    case inputs = "dropped parts of inputs"
    case fetched = "files of URLs"
    case warnings
    case attempts = "failed attempts"
    case errors

    private static let most = 20

    /// - Returns: False if there are none.
    func remove(from report: inout JobReport) -> Bool {
      let before = report
      switch self {
      case .lines:
        report.changeDetails { details in
          for index in details.layers.indices { details.layers[index].value.lines = nil }
        }
      case .layers: report.changeDetails { $0.layers = [] }
      case .times: report.rendering?.milliseconds.layers = nil
      case .fonts:
        report.changeDetails { details in
          details.substitutions = []
          details.fallbackFonts = []
        }
      case .inputs:
        report.changeDetails { details in
          details.inputs = []
          details.digests = [:]
          details.concealing = []
        }
      case .fetched: report.changeDetails { $0.fetched = [] }
      case .warnings:
        let first = Self.first(report.rendering?.warnings)
        report.rendering?.warnings = first
      case .attempts: report.failedAttempts = []
      case .errors: report.errors = Self.first(report.errors)
      }
      return report != before
    }

    private static func first(_ list: [Diagnostic]?) -> [Diagnostic] {
      Array((list ?? []).prefix(most))
    }
  }

  /// Those of the only document, or of all variants.
  private mutating func changeDetails(_ change: (inout RenderDetails) -> Void) {
    guard var rendering else { return }
    if var details = rendering.details {
      change(&details)
      rendering.details = details
    }
    for index in rendering.variants.indices { change(&rendering.variants[index].value) }
    self.rendering = rendering
  }
}

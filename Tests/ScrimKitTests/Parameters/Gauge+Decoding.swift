import ParameterGauge
import ScrimKit

extension Gauge {
  /// The errors in `json`, as people would be told.
  static func messages(in json: JSON) -> [String] { diagnostics(in: json).map(\.told) }

  static func diagnostics(in json: JSON) -> [ParameterDiagnostic] {
    var decoding = ParameterDecoding()
    let gauge = decode(json, &decoding)
    return gauge == nil ? decoding.diagnostics : []
  }

  static func read(_ json: JSON) -> Gauge? {
    var decoding = ParameterDecoding()
    return decode(json, &decoding)
  }
}

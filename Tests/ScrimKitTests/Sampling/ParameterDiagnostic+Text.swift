import ScrimKit

extension ParameterDiagnostic {
  /// `rings[0].width: 30 is outside 0…20 px.`
  var told: String {
    path.isEmpty ? message : "\(path.displayPath): \(message)"
  }
}

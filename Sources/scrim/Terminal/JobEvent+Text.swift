import ScrimCommand
import ScrimJSON
import ScrimRecords

extension JobEvent {
  /// A line of `scrim history`: time, ID, name, owner, event, details.
  var row: [String] {
    var details: [String] = []
    if let attempt { details.append("attempt \(attempt)") }
    if let code { details.append(printable(code)) }
    if let reason { details.append(printable(reason)) }
    if let user { details.append("by user \(user)") }
    return [
      LocalTime.text(of: time), id.description, name.map(printable) ?? "-", id.owner.description,
      kind.rawValue, details.joined(separator: ", "),
    ]
  }
}

import ScrimJSON

/// The largest size of each record, bytes. Its writer keeps within it, and each of its readers takes that much.
package enum RecordLimits {
  /// `report.json`, the report of a submission, and the event of a job. ``JobReport/bytes()`` leaves out details of a
  /// report that would be larger.
  package static let report = JSONLimits.standard.bytes
  /// `ticket.json`, the record of a key, and `batch.json`.
  package static let ticket = JSONLimits.standard.bytes
  /// `history.json`; ``History/bytes()`` leaves out the oldest attempts of one that would be larger.
  package static let history = 1 << 20
  /// `submission.json`.
  package static let submission = 1 << 20
  /// An answer of the control socket.
  package static let answer = 1 << 20
}

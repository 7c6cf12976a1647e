package import ScrimDocument
package import ScrimJSON

/// The reply to a request to render, or to check an effect.
package struct WorkerReply<Report: JSONRecord & Hashable & Sendable>: Sendable, Hashable, JSONRecord
{
  package enum Outcome: Sendable, Hashable {
    /// Outputs have been sent; this is the worker's part of the report.
    case finished(Report)
    /// The errors of the job, or why the effect was not checked.
    case failed([Diagnostic])
  }

  package var outcome: Outcome
  /// Why the worker should do no other job; `nil` if it may.
  package var retireReason: String?

  package init(_ outcome: Outcome, retireReason: String? = nil) {
    self.outcome = outcome
    self.retireReason = retireReason
  }

  package init(fields: FieldReader) throws(FieldError) {
    outcome =
      if let report = try fields.optional("report", Report.self) {
        .finished(report)
      } else {
        .failed(try fields.required("errors"))
      }
    retireReason = try fields.optional("retireReason")
  }

  package var json: JSON {
    let result =
      switch outcome {
      case .finished(let report): JSON.Member("report", report.json)
      case .failed(let diagnostics): JSON.Member("errors", .array(diagnostics.map(\.json)))
      }
    return .object([result, JSON.Member("retireReason", retireReason.field)])
  }
}

/// The reply about one of several documents, and its outputs.
package struct RenderedDocument: Sendable, Hashable, JSONRecord {
  package let reply: WorkerReply<RenderReport>
  package let outputs: [OutputRecord]

  package init(_ reply: WorkerReply<RenderReport>, outputs: [OutputRecord]) {
    self.reply = reply
    self.outputs = outputs
  }

  package init(fields: FieldReader) throws(FieldError) {
    reply = try WorkerReply(fields: fields)
    outputs = try fields.required("outputs")
  }

  package var json: JSON {
    .object(
      (reply.json.object ?? []) + [JSON.Member("outputs", .array(outputs.map(\.json)))])
  }
}

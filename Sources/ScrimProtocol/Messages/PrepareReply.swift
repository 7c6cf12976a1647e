package import ScrimDocument
package import ScrimJSON

/// The jobs that a template gives. Their documents, one after the other, are the reply's only descriptor.
package struct PrepareReply: Sendable, Hashable, Record {
  /// The job of a row and a variant.
  package struct Document: Sendable, Hashable, Record {
    /// The place of the row; `nil` without data.
    package var row: DataRows.Place?
    package var variant: String?
    /// The name from which that of an output without `file` is derived.
    package var name = ""
    /// The length of the document; 0 if there is none.
    package var bytes = 0
    /// Why there is none.
    package var errors: [Diagnostic] = []
    package var warnings: [Diagnostic] = []

    package init(
      row: DataRows.Place?, variant: String?, name: String, bytes: Int, errors: [Diagnostic]
    ) {
      self.row = row
      self.variant = variant
      self.name = name
      self.bytes = bytes
      self.errors = errors
    }

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.optional("row", &row)
      try fields.optional("variant", &variant)
      try fields.required("name", &name)
      try fields.required("bytes", &bytes, in: 0 ... .max)
      try fields.required("errors", &errors)
      try fields.required("warnings", &warnings)
      if let reader = fields.reader, (bytes > 0) != errors.isEmpty {
        throw reader.error("errors", expected: "errors or a document")
      }
    }
  }

  /// Errors of the template or of all its data; no documents with any.
  package var errors: [Diagnostic] = []
  /// Columns of the data that no input takes.
  package var unusedColumns: [String] = []
  /// What was skipped and chosen in the data.
  package var notes = DataNotes()
  /// By row, then by variant.
  package var documents: [Document] = []
  /// Where the next rows begin; `nil` if there are none.
  package var next: DataRows.Place?
  /// Why the worker should do no other job; `nil` if it may.
  package var retireReason: String?

  /// The limit of all documents of a reply together, bytes.
  package static let maxBytes = 32 << 20

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("errors", &errors)
    try fields.required("unusedColumns", &unusedColumns)
    try fields.required("notes", &notes)
    try fields.required("documents", &documents)
    try fields.optional("next", &next)
    try fields.optional("retireReason", &retireReason)
  }
}

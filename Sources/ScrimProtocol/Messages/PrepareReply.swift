package import ScrimJSON

/// The jobs that a template gives. Their documents, one after the other, are the reply's only descriptor.
package struct PrepareReply: Sendable, Hashable, JSONRecord {
  /// The job of a row and a variant.
  package struct Document: Sendable, Hashable, JSONRecord {
    /// The place of the row; `nil` without data.
    package var row: DataRows.Place?
    package var variant: String?
    /// The name from which that of an output without `file` is derived.
    package var name: String
    /// The length of the document; 0 if there is none.
    package var bytes: Int
    /// Why there is none.
    package var errors: [Diagnostic]

    package init(
      row: DataRows.Place?, variant: String?, name: String, bytes: Int, errors: [Diagnostic]
    ) {
      self.row = row
      self.variant = variant
      self.name = name
      self.bytes = bytes
      self.errors = errors
    }

    package init(fields: FieldReader) throws(FieldError) {
      row = try fields.optionalRecord("row")
      variant = try fields.optionalString("variant")
      name = try fields.string("name")
      bytes = try fields.integer("bytes", in: 0 ... .max)
      errors = try fields.diagnostics("errors")
      guard (bytes > 0) == errors.isEmpty else {
        throw fields.error("errors", expected: "errors or a document")
      }
    }

    package var json: JSON {
      [
        "row": row?.json ?? .null, "variant": variant.map(JSON.string) ?? .null,
        "name": .string(name), "bytes": .integer(bytes), "errors": .array(errors.map(\.json)),
      ]
    }
  }

  /// Errors of the template or of all its data; no documents with any.
  package var errors: [Diagnostic]
  /// Columns of the data that no input takes.
  package var unusedColumns: [String]
  /// By row, then by variant.
  package var documents: [Document]
  /// Where the next rows begin; `nil` if there are none.
  package var next: DataRows.Place?
  /// Why the worker should do no other job; `nil` if it may.
  package var retireReason: String?

  /// The limit of all documents of a reply together, bytes.
  package static let maxBytes = 32 << 20

  package init(
    errors: [Diagnostic] = [], unusedColumns: [String] = [], documents: [Document] = [],
    next: DataRows.Place? = nil, retireReason: String? = nil
  ) {
    self.errors = errors
    self.unusedColumns = unusedColumns
    self.documents = documents
    self.next = next
    self.retireReason = retireReason
  }

  package init(fields: FieldReader) throws(FieldError) {
    errors = try fields.diagnostics("errors")
    unusedColumns = try fields.strings("unusedColumns")
    documents = try fields.list("documents")
    next = try fields.optionalRecord("next")
    retireReason = try fields.optionalString("retireReason")
  }

  package var json: JSON {
    [
      "errors": .array(errors.map(\.json)),
      "unusedColumns": .array(unusedColumns.map(JSON.string)),
      "documents": .array(documents.map(\.json)), "next": next?.json ?? .null,
      "retireReason": retireReason.map(JSON.string) ?? .null,
    ]
  }
}

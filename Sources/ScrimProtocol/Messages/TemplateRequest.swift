package import ScrimDocument
package import ScrimJSON

/// A template with the data of its rows, for ``PrepareRequest`` and ``LocateRequest``.
///
/// Its descriptors are the template, then the data if there is any.
package struct TemplateRequest: Sendable, Hashable, Record {
  /// On whose behalf.
  package var owner = ""
  /// The job's name, which expressions know as `job`.
  package var name = ""
  package var settings: [InputSetting] = []
  /// Whether the inputs have the values of their examples.
  package var isSample = false
  /// Where the rows begin; `nil` without data.
  package var data: DataRows?
  package var limits = RenderLimits()

  package init(
    owner: String = "", name: String, settings: [InputSetting] = [], isSample: Bool = false,
    data: DataRows? = nil, limits: RenderLimits = RenderLimits()
  ) {
    self.owner = owner
    self.name = name
    self.settings = settings
    self.isSample = isSample
    self.data = data
    self.limits = limits
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("owner", &owner)
    try fields.required("name", &name)
    try fields.required("settings", &settings)
    try fields.required("sample", &isSample)
    try fields.optional("data", &data)
    try fields.required("limits", &limits)
  }

  var descriptorCount: Int { data == nil ? 1 : 2 }
}

/// Rows of a data file.
package struct DataRows: Sendable, Hashable, Record {
  /// A row's place in the file.
  package struct Place: Sendable, Hashable, Record {
    /// From 1.
    package var row = 0
    /// From 1.
    package var line = 0
    /// Bytes.
    package var offset = 0

    package init(row: Int, line: Int, offset: Int) {
      self.row = row
      self.line = line
      self.offset = offset
    }

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("row", &row, in: 1 ... .max)
      try fields.required("line", &line, in: 1 ... .max)
      try fields.required("offset", &offset, in: 0 ... .max)
    }
  }

  /// `csv` or `jsonl`.
  package var format = ""
  /// The file's name as the user knows it, for errors; empty if its lines are not those of the data.
  package var file = ""
  /// The character between cells of CSV, ASCII; `nil` to choose it by the first line.
  package var delimiter: String?
  /// The first row; `nil` for that of the file.
  package var start: Place?
  /// Maximum number of rows.
  package var most = 0
  /// The rows that are wanted, in ascending order; all if empty.
  package var selection: [ClosedRange<Int>] = []
  /// Limits of the file; `nil` for those of the commands.
  package var limits: Limits?

  /// What a data file may have.
  package struct Limits: Sendable, Hashable, Record {
    package var rows = 0
    package var bytes = 0

    package init(rows: Int, bytes: Int) {
      self.rows = rows
      self.bytes = bytes
    }

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("rows", &rows, in: 1 ... .max)
      try fields.required("bytes", &bytes, in: 1 ... .max)
    }
  }

  package init(
    format: String, file: String, delimiter: String? = nil, start: Place? = nil, most: Int,
    selection: [ClosedRange<Int>] = [], limits: Limits? = nil
  ) {
    self.limits = limits
    self.format = format
    self.file = file
    self.delimiter = delimiter
    self.start = start
    self.most = most
    self.selection = selection
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("format", &format)
    try fields.required("file", &file)
    try fields.optional("delimiter", &delimiter)
    try fields.optional("start", &start)
    try fields.required("most", &most, in: 1 ... .max)
    try fields.optional("limits", &limits)
    var bounds = selection.flatMap { [$0.lowerBound, $0.upperBound] }
    try fields.required("selection", &bounds)
    guard let reader = fields.reader else { return }
    guard bounds.count.isMultiple(of: 2), bounds.first ?? 1 >= 1,
      zip(bounds, bounds.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw reader.error("selection", expected: "ascending pairs of rows") }
    selection = stride(from: 0, to: bounds.count, by: 2).map { bounds[$0]...bounds[$0 + 1] }
  }
}

/// Asks where the errors of a job come from in the template that gave it.
package struct LocateRequest: Sendable, Hashable, Record {
  /// The template, with the job's row as its first.
  package var template = TemplateRequest()
  package var variant: String?
  /// The errors, with paths in the job's document.
  package var diagnostics: [Diagnostic] = []

  package init(template: TemplateRequest, variant: String?, diagnostics: [Diagnostic]) {
    self.template = template
    self.variant = variant
    self.diagnostics = diagnostics
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("template", &template)
    try fields.optional("variant", &variant)
    try fields.required("diagnostics", &diagnostics)
  }
}

package import ScrimDocument
package import ScrimJSON

/// A template with the data of its rows, for ``PrepareRequest`` and ``LocateRequest``.
///
/// Its descriptors are the template, then the data if there is any.
package struct TemplateRequest: Sendable, Hashable, JSONRecord {
  /// A value for an input, which takes precedence over the row's.
  package struct Setting: Sendable, Hashable, JSONRecord {
    package var input: String
    package var text: String

    package init(input: String, text: String) {
      self.input = input
      self.text = text
    }

    package init(fields: FieldReader) throws(FieldError) {
      input = try fields.string("input")
      text = try fields.string("text")
    }

    package var json: JSON { ["input": .string(input), "text": .string(text)] }
  }

  /// On whose behalf.
  package var owner: String
  /// The job's name, which expressions know as `job`.
  package var name: String
  package var settings: [Setting]
  /// Whether the inputs have the values of their examples.
  package var isSample: Bool
  /// Where the rows begin; `nil` without data.
  package var data: DataRows?
  package var limits: RenderLimits

  package init(
    owner: String = "", name: String, settings: [Setting] = [], isSample: Bool = false,
    data: DataRows? = nil, limits: RenderLimits = RenderLimits()
  ) {
    self.owner = owner
    self.name = name
    self.settings = settings
    self.isSample = isSample
    self.data = data
    self.limits = limits
  }

  package init(fields: FieldReader) throws(FieldError) {
    owner = try fields.string("owner")
    name = try fields.string("name")
    settings = try fields.list("settings")
    isSample = try fields.boolean("sample")
    data = try fields.optionalRecord("data")
    limits = try fields.record("limits")
  }

  package var json: JSON {
    [
      "owner": .string(owner), "name": .string(name), "settings": .array(settings.map(\.json)),
      "sample": .boolean(isSample), "data": data?.json ?? .null, "limits": limits.json,
    ]
  }

  var descriptorCount: Int { data == nil ? 1 : 2 }
}

/// Rows of a data file.
package struct DataRows: Sendable, Hashable, JSONRecord {
  /// A row's place in the file.
  package struct Place: Sendable, Hashable, JSONRecord {
    /// From 1.
    package var row: Int
    /// From 1.
    package var line: Int
    /// Bytes.
    package var offset: Int

    package init(row: Int, line: Int, offset: Int) {
      self.row = row
      self.line = line
      self.offset = offset
    }

    package init(fields: FieldReader) throws(FieldError) {
      row = try fields.integer("row", in: 1 ... .max)
      line = try fields.integer("line", in: 1 ... .max)
      offset = try fields.integer("offset", in: 0 ... .max)
    }

    package var json: JSON {
      ["row": .integer(row), "line": .integer(line), "offset": .integer(offset)]
    }
  }

  /// `csv` or `jsonl`.
  package var format: String
  /// The first row; `nil` for that of the file.
  package var start: Place?
  /// Maximum number of rows.
  package var most: Int
  /// The rows that are wanted, in ascending order; all if empty.
  package var selection: [ClosedRange<Int>]
  /// Limits of the file; `nil` for those of the commands.
  package var limits: Limits?

  /// What a data file may have.
  package struct Limits: Sendable, Hashable, JSONRecord {
    package var rows: Int
    package var bytes: Int

    package init(rows: Int, bytes: Int) {
      self.rows = rows
      self.bytes = bytes
    }

    package init(fields: FieldReader) throws(FieldError) {
      rows = try fields.integer("rows", in: 1 ... .max)
      bytes = try fields.integer("bytes", in: 1 ... .max)
    }

    package var json: JSON { ["rows": .integer(rows), "bytes": .integer(bytes)] }
  }

  package init(
    format: String, start: Place? = nil, most: Int, selection: [ClosedRange<Int>] = [],
    limits: Limits? = nil
  ) {
    self.limits = limits
    self.format = format
    self.start = start
    self.most = most
    self.selection = selection
  }

  package init(fields: FieldReader) throws(FieldError) {
    format = try fields.string("format")
    start = try fields.optionalRecord("start")
    most = try fields.integer("most", in: 1 ... .max)
    let bounds = try fields.integers("selection")
    guard bounds.count.isMultiple(of: 2), bounds.first ?? 1 >= 1,
      zip(bounds, bounds.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw fields.error("selection", expected: "ascending pairs of rows") }
    limits = try fields.optionalRecord("limits")
    selection = stride(from: 0, to: bounds.count, by: 2).map { bounds[$0]...bounds[$0 + 1] }
  }

  package var json: JSON {
    [
      "format": .string(format), "start": start?.json ?? .null, "most": .integer(most),
      "selection": .array(
        selection.flatMap { [.integer($0.lowerBound), .integer($0.upperBound)] }),
      "limits": limits?.json ?? .null,
    ]
  }
}

/// Where an error of a job comes from, if a template gave the job.
public struct TemplatePlace: Sendable, Hashable {
  /// The path in the template to the string or value that gave the erroneous one.
  public var path: [PathElement]
  /// The row of the data, from 1; `nil` without data.
  public var row: Int?
  /// The template's variant; `nil` if it has none.
  public var variant: String?
  /// The columns of the data that the value depends on.
  public var columns: [String]
  /// Where the row, or the error in it, is in the data file; `nil` without data.
  public var data: DataPlace?

  /// A line of a data file.
  public struct DataPlace: Sendable, Hashable {
    /// The file's name as the user knows it.
    public var file: String
    /// From 1.
    public var line: Int

    /// Creates a place; `nil` if the name is empty.
    public init?(file: String, line: Int) {
      guard !file.isEmpty else { return nil }
      self.file = file
      self.line = line
    }
  }

  public init(
    path: [PathElement], row: Int? = nil, variant: String? = nil, columns: [String] = [],
    data: DataPlace? = nil
  ) {
    self.path = path
    self.data = data
    self.row = row
    self.variant = variant
    self.columns = columns
  }

  /// As in `people.csv:18, row 17, variant "og", column "price"`; empty without any of them.
  public var words: String {
    var words: [String] = []
    if let data { words.append("\(data.file):\(data.line)") }
    if let row { words.append("row \(row)") }
    if let variant { words.append("variant \(quoted(variant))") }
    // Without data these are inputs that --set gives.
    if !columns.isEmpty, row != nil {
      let names = columns.map { quoted($0) }.joined(separator: ", ")
      words.append("\(columns.count == 1 ? "column" : "columns") \(names)")
    }
    return words.joined(separator: ", ")
  }

  var members: [JSON.Member] {
    var members = [JSON.Member("template", .string(path.pointer))]
    if let row { members.append(JSON.Member("row", .integer(row))) }
    if let variant { members.append(JSON.Member("variant", .string(variant))) }
    if !columns.isEmpty { members.append(JSON.Member("columns", .array(columns.map(JSON.string)))) }
    if let data {
      members.append(JSON.Member("dataFile", .string(data.file)))
      members.append(JSON.Member("dataLine", .integer(data.line)))
    }
    return members
  }

  init?(_ json: JSON) {
    guard let path = json["template"]?.string.flatMap([PathElement].init(pointer:)) else {
      return nil
    }
    self.init(
      path: path, row: json["row"]?.integer, variant: json["variant"]?.string,
      columns: json["columns"]?.array?.compactMap(\.string) ?? [])
    if let file = json["dataFile"]?.string, let line = json["dataLine"]?.integer {
      data = DataPlace(file: file, line: line)
    }
  }
}

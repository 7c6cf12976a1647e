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

  public init(
    path: [PathElement], row: Int? = nil, variant: String? = nil, columns: [String] = []
  ) {
    self.path = path
    self.row = row
    self.variant = variant
    self.columns = columns
  }

  /// As in `row 17, variant "og", column "price"`; empty without any of them.
  public var words: String {
    var words: [String] = []
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
    return members
  }

  init?(_ json: JSON) {
    guard let path = json["template"]?.string.flatMap([PathElement].init(pointer:)) else {
      return nil
    }
    self.init(
      path: path, row: json["row"]?.integer, variant: json["variant"]?.string,
      columns: json["columns"]?.array?.compactMap(\.string) ?? [])
  }
}

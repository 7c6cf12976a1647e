package import ScrimJSON

/// The declaration of an effect.
package struct EffectInfo: Sendable, Hashable, JSONRecord {
  package var name: String
  package var version: String
  package var summary: String
  /// Origin, as the manifest states it; "" if it does not.
  package var author: String
  package var licence: String
  package var homepage: String
  package var category: String
  /// The path of its plugin; `nil` for one that is part of the program.
  package var plugin: String?
  package var parameters: [ParameterInfo]
  /// A layer with the effect.
  package var example: JSON?

  package init(
    name: String, version: String, summary: String, author: String = "", licence: String = "",
    homepage: String = "", category: String = "other", plugin: String?,
    parameters: [ParameterInfo], example: JSON?
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.author = author
    self.licence = licence
    self.homepage = homepage
    self.category = category
    self.plugin = plugin
    self.parameters = parameters
    self.example = example
  }

  package init(fields: FieldReader) throws(FieldError) {
    name = try fields.string("name")
    version = try fields.string("version")
    summary = try fields.string("summary")
    author = try fields.optionalString("author") ?? ""
    licence = try fields.optionalString("licence") ?? ""
    homepage = try fields.optionalString("homepage") ?? ""
    category = try fields.optionalString("category") ?? "other"
    plugin = try fields.optionalString("plugin")
    parameters = try fields.list("parameters")
    example = fields.optionalValue("example")
  }

  package var json: JSON {
    var members = [
      JSON.Member("name", .string(name)), JSON.Member("version", .string(version)),
      JSON.Member("summary", .string(summary)),
    ]
    for (key, value) in [("author", author), ("licence", licence), ("homepage", homepage)]
    where !value.isEmpty {
      members.append(JSON.Member(key, .string(value)))
    }
    members.append(JSON.Member("category", .string(category)))
    if let plugin { members.append(JSON.Member("plugin", .string(plugin))) }
    members.append(JSON.Member("parameters", .array(parameters.map(\.json))))
    if let example { members.append(JSON.Member("example", example)) }
    return .object(members)
  }
}

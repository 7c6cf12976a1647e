package import ScrimJSON

/// The declaration of an effect.
package struct EffectInfo: Sendable, Hashable, JSONRecord {
  package var name: String
  package var version: String
  package var summary: String
  /// The path of its plugin; `nil` for one that is part of the program.
  package var plugin: String?
  package var parameters: [ParameterInfo]
  /// A layer with the effect.
  package var example: JSON?

  package init(
    name: String, version: String, summary: String, plugin: String?, parameters: [ParameterInfo],
    example: JSON?
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.plugin = plugin
    self.parameters = parameters
    self.example = example
  }

  package init(fields: FieldReader) throws(FieldError) {
    name = try fields.string("name")
    version = try fields.string("version")
    summary = try fields.string("summary")
    plugin = try fields.optionalString("plugin")
    parameters = try fields.list("parameters")
    example = fields.optionalValue("example")
  }

  package var json: JSON {
    var members = [
      JSON.Member("name", .string(name)), JSON.Member("version", .string(version)),
      JSON.Member("summary", .string(summary)),
    ]
    if let plugin { members.append(JSON.Member("plugin", .string(plugin))) }
    members.append(JSON.Member("parameters", .array(parameters.map(\.json))))
    if let example { members.append(JSON.Member("example", example)) }
    return .object(members)
  }
}

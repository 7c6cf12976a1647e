package import ScrimJSON

/// The declaration of an effect.
package struct EffectInfo: Sendable, Hashable, Record {
  package var name = ""
  package var version = ""
  package var summary = ""
  /// Origin, as the manifest states it; "" if it does not.
  package var author = ""
  package var licence = ""
  package var homepage = ""
  package var category = ""
  /// The path of its plugin; `nil` for one that is part of the program.
  package var plugin: String?
  package var parameters: [ParameterInfo] = []
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

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("name", &name)
    try fields.required("version", &version)
    try fields.required("summary", &summary)
    try fields.optional("author", &author, default: "")
    try fields.optional("licence", &licence, default: "")
    try fields.optional("homepage", &homepage, default: "")
    try fields.required("category", &category)
    try fields.optional("plugin", &plugin)
    try fields.required("parameters", &parameters)
    try fields.optional("example", &example)
  }
}

package import ScrimDocument
package import ScrimJSON

/// The effects and contents of a worker with their declarations, as `scrim effects --json` prints them.
package struct EffectListing: Sendable, Hashable, Record {
  /// The version of the interface between worker and plugins.
  package var interface = 0
  package var effects: [EffectInfo] = []
  package var contents: [EffectInfo] = []
  /// Plugins that were refused.
  package var refused: [RefusedFile] = []

  package init() {}

  /// All effects and contents, each by its name; a content by its ``ContentName``.
  package var provided: [(name: String, info: EffectInfo)] {
    effects.map { ($0.name, $0) } + contents.map { (ContentName($0.name).text, $0) }
  }

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("interface", &interface)
    try fields.required("effects", &effects)
    try fields.required("contents", &contents)
    try fields.required("refused", &refused)
  }
}

/// The declaration of an effect or a content.
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
  /// A layer with it.
  package var example: JSON?

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

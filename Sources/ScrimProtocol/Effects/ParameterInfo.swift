package import ScrimJSON

/// The declaration of a parameter of an effect, or of a key inside one.
package struct ParameterInfo: Sendable, Hashable, JSONRecord {
  package var name: String
  package var help: String
  package var shape: ShapeInfo
  /// The unit of its numbers: `px`, `°` …
  package var unit: String?
  package var minimum: Double?
  package var maximum: Double?
  package var isRequired: Bool
  /// `nil` if it is required, or if there is none.
  package var defaultValue: JSON?

  package init(
    name: String, help: String, shape: ShapeInfo, unit: String? = nil, minimum: Double? = nil,
    maximum: Double? = nil, isRequired: Bool = false, defaultValue: JSON? = nil
  ) {
    self.name = name
    self.help = help
    self.shape = shape
    self.unit = unit
    self.minimum = minimum
    self.maximum = maximum
    self.isRequired = isRequired
    self.defaultValue = defaultValue
  }

  package init(fields: FieldReader) throws(FieldError) {
    name = try fields.string("name")
    help = try fields.string("help")
    shape = try fields.record("shape")
    unit = try fields.optionalString("unit")
    minimum = try fields.optionalNumber("minimum")
    maximum = try fields.optionalNumber("maximum")
    isRequired = fields.optionalValue("required") == nil ? false : try fields.boolean("required")
    defaultValue = fields.optionalValue("default")
  }

  package var json: JSON {
    var members = [
      JSON.Member("name", .string(name)), JSON.Member("help", .string(help)),
      JSON.Member("shape", shape.json),
    ]
    if let unit { members.append(JSON.Member("unit", .string(unit))) }
    if let minimum { members.append(JSON.Member("minimum", .number(minimum))) }
    if let maximum { members.append(JSON.Member("maximum", .number(maximum))) }
    if isRequired { members.append(JSON.Member("required", true)) }
    if let defaultValue { members.append(JSON.Member("default", defaultValue)) }
    return .object(members)
  }
}

package import ScrimJSON

/// Asks where the errors of a job come from in the template that gave it.
package struct LocateRequest: Sendable, Hashable, JSONRecord {
  /// The template, with the job's row as its first.
  package var template: TemplateRequest
  package var variant: String?
  /// The errors, with paths in the job's document.
  package var diagnostics: [Diagnostic]

  package init(template: TemplateRequest, variant: String?, diagnostics: [Diagnostic]) {
    self.template = template
    self.variant = variant
    self.diagnostics = diagnostics
  }

  package init(fields: FieldReader) throws(FieldError) {
    template = try fields.record("template")
    variant = try fields.optionalString("variant")
    diagnostics = try fields.diagnostics("diagnostics")
  }

  package var json: JSON {
    [
      "template": template.json, "variant": variant.map(JSON.string) ?? .null,
      "diagnostics": .array(diagnostics.map(\.json)),
    ]
  }
}

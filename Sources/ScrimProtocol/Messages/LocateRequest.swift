package import ScrimJSON

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

package import ScrimProtocol
package import ScrimWorkerClient

/// A job for a worker of the command's own: a document, or what a template gives for a row and variant.
package struct LocalJob {
  /// The document, or the template.
  package let source: JobFile
  /// The document as it is written, or as the template gave it.
  package let file: JobFile
  /// What the template gave, by which places in it are found.
  let row: (prepared: PreparedJob, template: TemplateJob)?

  package init(_ file: JobFile) {
    source = file
    self.file = file
    row = nil
  }

  package init(_ prepared: PreparedJob, _ template: TemplateJob, of file: TemplateFile) {
    source = file.job
    self.file = file.job.evaluated(prepared)
    row = (prepared, template)
  }

  /// The row and the variant; `nil` without a template.
  package var about: PrepareReply.Document? { row?.prepared.about }
}

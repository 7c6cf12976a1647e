import ArgumentParser
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimProtocol
import ScrimWorkerClient

/// The job that gave an image: a document, or one row and variant of a template.
struct VerifiedJob {
  private let job: LocalJob
  /// The names of layers by their JSON Pointers, as far as they have one.
  let names: [String: String]

  /// Finds the job.
  ///
  /// - Parameters:
  ///   - file: The document.
  ///   - options: The values of a template's inputs.
  ///   - image: The image's name, by which a row is found that nothing else names.
  ///   - record: What is known of the image.
  ///   - workers: Where workers come from.
  ///   - console: Where errors are printed.
  /// - Throws: A ``Failure`` if no row, or several, may have given the image; the exit code of errors.
  init(
    _ file: JobFile, _ options: TemplateOptions, named image: String, _ record: ImageRecord?,
    _ workers: LocalWorkers, _ console: Console
  ) throws {
    guard TemplateFile.isTemplate(file) else {
      try options.requireNone(for: file)
      job = LocalJob(file)
      names = Self.names(in: try? file.document())
      return
    }
    var template = try options.template(file)
    if options.rows == nil, let known = record?.row, template.data != nil {
      template.data?.selection = [known...known]
    }
    var (first, named): (LocalJob?, [LocalJob]) = (nil, [])
    var count = 0
    // Errors of other rows are not those of the image.
    var rows = TemplateRows(template, console, isStrict: options.strict, printsErrors: false)
    let status = try rows.forEach(workers) { prepared, evaluator, _ in
      if let variant = record?.variant, prepared.about.variant != variant { return [] }
      let job = LocalJob(prepared, evaluator, of: template)
      count += 1
      if first == nil { first = job }
      let names = OutputNames(
        try? Node.parse(prepared.document), job: prepared.about.name, format: record?.format)
      if names.has(image) { named.append(job) }
      return []
    }
    guard let only = named.count == 1 ? named[0] : count == 1 ? first : nil else {
      if let status, named.isEmpty {
        console.report(rows.errors, in: file)
        throw status.code
      }
      throw Failure(
        .dataError,
        "\(file.documentPath): \(named.isEmpty ? "no row gives" : "several rows give") an image named "
          + "\(quoted(image)); name its row with --rows.")
    }
    job = only
    names = Self.names(in: try? only.file.document())
  }

  /// The document, or the template.
  var file: JobFile { job.source }

  var isTemplate: Bool { job.about != nil }

  /// The job without a template: as it is written, or as its row gave it.
  var evaluated: JobFile { job.file }

  /// The number of the row, and the name of the variant.
  var about: (row: Int?, variant: String?) {
    (job.about?.row?.row, job.about?.variant)
  }

  /// As in "row 17, wide".
  var place: String {
    let parts = [about.row.map { String($0) }, about.variant].compactMap(\.self)
    return parts.isEmpty ? file.documentPath : parts.joined(separator: ", ")
  }

  private static func names(in document: Node?) -> [String: String] {
    var names: [String: String] = [:]
    func visit(_ layers: Node?, _ path: [PathElement]) {
      for (index, layer) in (layers?.array ?? []).enumerated() {
        let place = path + [.key("layers"), .index(index)]
        names[place.pointer] = layer["id"]?.string.map { "#\($0)" }
        visit(layer["layers"], place)
      }
    }
    visit(document?["layers"], [])
    return names
  }

  /// Renders it.
  ///
  /// - Returns: The report, with digests, and the images.
  /// - Throws: A ``Failure``; the exit code of errors, which are printed.
  func render(
    _ worker: LocalWorker, scale: Double?, format: String?, seed: Int?, _ console: Console
  ) throws -> (RenderReport, [WorkerOutput]) {
    let result = try worker.render(
      job, scale: scale, format: format, seed: seed ?? LocalWorker.randomSeed(), hasDigests: true)
    switch result {
    case .finished(let report, let outputs): return (report, outputs)
    case .failed(let errors):
      console.report(errors, in: file)
      throw status(of: errors).code
    }
  }

  /// Where its layers are.
  ///
  /// - Throws: A ``Failure``.
  func measure(_ worker: LocalWorker) throws -> Measure {
    Measure(json: try worker.validate(job, isMeasured: true).measures ?? [:])
  }
}

extension OutputNames {
  /// Whether an output may have this name, in whatever folder.
  fileprivate func has(_ name: String) -> Bool {
    contains(name) || given.contains { $0.hasSuffix("/\(name)") }
  }
}

extension Measure {
  /// The extents of the layers on an image of a width: `[x, y, width, height]` in its pixels.
  func extents(scaledTo width: Int) -> [(layer: String, area: [Double])] {
    let factor = canvas.width > 0 ? Double(width) / canvas.width : 1
    return layers.map { layer in
      let extent = layer.extent
      return (
        layer.name,
        [extent.x, extent.y, extent.width, extent.height].map { $0 * factor }
      )
    }
  }
}

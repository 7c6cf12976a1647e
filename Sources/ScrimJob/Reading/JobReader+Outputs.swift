import ScrimDocument
import ScrimJSON
import ScrimKit

extension JobReader {
  /// Reads `output`; without it, the output is a PNG with the job's name.
  func readOutputs(_ place: Place?) -> [Output] {
    guard let place else {
      let file = OutputNames.name("\(name).png", in: format?.rawValue)
      return [Output(file: file, format: format ?? .png)]
    }
    guard let items = place.items else {
      guard place.node.object != nil else {
        place.reportType(
          expected: "an object such as \(ObjectKind.output.example ?? "") or a list of them")
        return []
      }
      return readOutput(place).map { [$0] } ?? []
    }
    if items.isEmpty { place.report(.outOfRange, "expected at least one output.") }
    if items.count > limits.outputs {
      items[limits.outputs].report(
        code: "too-many", "the job has more than \(limits.outputs) outputs.")
    }
    return items.prefix(limits.outputs).compactMap {
      place.collector.isFull ? nil : readOutput($0)
    }
  }

  private func readOutput(_ place: Place) -> Output? {
    guard let fields = Fields(place, OutputFormat.object) else { return nil }
    let file = readFile(fields)
    let own = readFormat(fields, file: file)
    let format = self.format ?? own
    let quality = fields[OutputFormat.quality]
    let subsampling = fields[OutputFormat.subsampling]
    let lossless = fields[OutputFormat.lossless]
    let compression = fields[OutputFormat.compression]
    let maxBytes = fields[OutputFormat.maxBytes]
    let minQuality = fields[OutputFormat.minQuality]
    let minColors = fields[OutputFormat.minColors]
    checkQualities(fields, minQuality, quality)
    let textLayer = fields[OutputFormat.textLayer]
    let scale = fields[OutputFormat.scale]
    let background = fields[OutputFormat.background]
    let isReplaced = self.format != nil && self.format != own
    if let format, !isReplaced { checkKeys(of: format, isLossless: lossless, place) }
    guard let file, let format else { return nil }
    var output = Output(
      file: OutputNames.name(file, in: self.format?.rawValue), format: format, path: place.path)
    if isReplaced {
      output.ignoredKeys = OutputFormat.limited.filter { key, formats in
        place.at(key) != nil && !formats.contains(format)
      }.map(\.key)
    }
    output.quality = quality
    output.subsampling = subsampling
    output.lossless = lossless
    output.compression = compression
    output.maxBytes = maxBytes
    output.minQuality = minQuality
    output.minColors = minColors
    output.textLayer = textLayer
    output.scale = scale
    output.background = background
    return output
  }

  private func checkKeys(of format: Output.Format, isLossless: Bool, _ place: Place) {
    for (key, formats) in OutputFormat.limited where !formats.contains(format) {
      place.at(key)?.report(.conflict, OutputFormat.rule(key, only: formats, not: format))
    }
    if format == .webp, isLossless {
      // For lossless WebP, libwebp's quality is the effort; in a job it means the loss.
      for key in [OutputFormat.quality.name, OutputFormat.minQuality.name] {
        place.at(key)?.report(.conflict, OutputFormat.losslessRule(key))
      }
    }
  }

  private func checkQualities(_ fields: Fields, _ minQuality: Int?, _ quality: Int) {
    if let place = fields.place.at(OutputFormat.minColors.name),
      !fields.has(OutputFormat.maxBytes.name)
    {
      place.report(.conflict, OutputFormat.limitRule(OutputFormat.minColors.name))
    }
    guard let place = fields.place.at(OutputFormat.minQuality.name) else { return }
    if !fields.has(OutputFormat.maxBytes.name) {
      place.report(.conflict, OutputFormat.limitRule(OutputFormat.minQuality.name))
    } else if let minQuality, minQuality > quality {
      place.report(.conflict, "\(minQuality) is more than the quality, \(quality).")
    }
  }

  private func readFile(_ fields: Fields) -> String? {
    guard let place = fields.place.at(OutputFormat.file.name) else {
      return "\(name).\(defaultExtension(fields))"
    }
    guard let file = fields[OutputFormat.file] else { return nil }
    if let violation = FileName.violation(inOutput: file) {
      place.report(.invalidValue, "\(place.found) \(violation)")
      return nil
    }
    return file
  }

  private func defaultExtension(_ fields: Fields) -> String {
    let format = fields.place.at(OutputFormat.format.name)?.node.string
    return Output.Format(rawValue: format ?? "")?.extensions.first ?? "png"
  }

  private func readFormat(_ fields: Fields, file: String?) -> Output.Format? {
    if fields.has(OutputFormat.format.name) { return fields[OutputFormat.format] }
    guard let file, let place = fields.place.at(OutputFormat.file.name) else { return .png }
    if format != nil { return Output.Format(extensionOf: file) }
    if let format = Output.Format(extensionOf: file) { return format }
    let known = Output.Format.allCases.flatMap(\.extensions).map { ".\($0)" }
      .joined(separator: ", ")
    place.report(
      .invalidValue,
      "the extension of \(place.found) is not one of \(known): change it or add a \"format\".")
    return nil
  }
}

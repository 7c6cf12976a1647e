import ScrimDocument
import ScrimKit

extension JobReader {
  /// What `output` asks for; without it a PNG that is named for the job.
  func readOutputs(_ place: Place?) -> [Output] {
    guard let place else { return [Output(file: "\(name).png", format: .png)] }
    guard let items = place.items else {
      guard place.node.object != nil else {
        place.reportType(
          expected: "an object such as \(ObjectKind.output.example ?? "") or a list of them")
        return []
      }
      return readOutput(place).map { [$0] } ?? []
    }
    if items.isEmpty { place.report(.outOfRange, "expected at least one output.") }
    return items.compactMap { place.findings.isFull ? nil : readOutput($0) }
  }

  private func readOutput(_ place: Place) -> Output? {
    let keys = ["file", "format", "quality", "lossless", "compression", "scale", "background"]
    guard let fields = Fields(place, as: .output, keys: keys) else { return nil }
    let file = readFile(fields)
    let format = readFormat(fields, file: file)
    let quality = fields.whole("quality", in: 1...100)
    let lossless = fields.boolean("lossless")
    let compression = fields.choice("compression", Output.Compression.self)
    let scale = fields.number("scale", in: 0.1...8)
    let background = fields.value("background", Color.self)
    if let format {
      allow("quality", only: [.jpeg, .webp], format, fields)
      allow("lossless", only: [.webp], format, fields)
      allow("compression", only: [.png], format, fields)
      if format == .webp, lossless == true {
        // libwebp would take it for effort; who writes it means what is lost.
        fields["quality"]?.report(
          .conflict, "\"quality\" is for lossy WebP; this output is lossless.")
      }
    }
    guard let file, let format else { return nil }
    var output = Output(file: file, format: format, path: place.path)
    output.quality = quality ?? output.quality
    output.lossless = lossless ?? output.lossless
    output.compression = compression ?? output.compression
    output.scale = scale
    output.background = background
    return output
  }

  private func allow(
    _ key: String, only formats: [Output.Format], _ format: Output.Format, _ fields: Fields
  ) {
    guard let value = fields[key], !formats.contains(format) else { return }
    let names = formats.map(\.displayName).joined(separator: " and ")
    value.report(.conflict, "\"\(key)\" is for \(names); this output is \(format.displayName).")
  }

  private func readFile(_ fields: Fields) -> String? {
    guard let place = fields["file"] else { return "\(name).\(defaultExtension(fields))" }
    guard let file = fields.string("file") else { return nil }
    if let trouble = FileName.trouble(in: file) {
      place.report(.invalidValue, "\(place.found) \(trouble)")
      return nil
    }
    if file.hasPrefix("/") {
      place.report(
        .invalidValue, "\(place.found) begins at the root: name a file below the output folder.")
      return nil
    }
    if file.hasSuffix(".result.json") {
      place.report(
        .invalidValue, "\(place.found) is a name for result reports, which end in .result.json.")
      return nil
    }
    return file
  }

  private func defaultExtension(_ fields: Fields) -> String {
    Output.Format(rawValue: fields["format"]?.node.string ?? "")?.fileExtension ?? "png"
  }

  private func readFormat(_ fields: Fields, file: String?) -> Output.Format? {
    if fields.has("format") { return fields.choice("format", Output.Format.self) }
    guard let file, let place = fields["file"] else { return .png }
    if let format = Output.Format(extensionOf: file) { return format }
    let known = "one of .png, .jpg, .jpeg, .webp, .pdf, .svg"
    place.report(
      .invalidValue,
      "the extension of \(place.found) is not \(known): change it or give a \"format\".")
    return nil
  }
}

extension Output.Format {
  var displayName: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    case .pdf: "PDF"
    case .svg: "SVG"
    }
  }

  fileprivate var fileExtension: String {
    self == .jpeg ? "jpg" : rawValue
  }

  fileprivate init?(extensionOf file: String) {
    guard let dot = file.lastIndex(of: "."), !file[dot...].contains("/") else { return nil }
    let ending = file[file.index(after: dot)...].lowercased()
    self.init(rawValue: ending == "jpg" ? "jpeg" : ending)
  }
}

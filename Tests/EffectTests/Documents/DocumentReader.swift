import Foundation
import ProgramTesting
import RenderTesting
import ScrimCodecs
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// Reads a PDF or an SVG with other programs: poppler and librsvg.
struct DocumentReader: ~Copyable {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "scrim-document-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A program that draws documents.
  enum Renderer: String, CaseIterable {
    /// Poppler, with its own rasteriser.
    case poppler = "pdftoppm"
    /// Poppler, with Cairo.
    case popplerCairo = "pdftocairo"
    /// Librsvg.
    case librsvg = "rsvg-convert"

    var format: Output.Format { self == .librsvg ? .svg : .pdf }
  }

  /// A document as pixels.
  ///
  /// - Parameters:
  ///   - output: The document.
  ///   - renderer: The program that draws it.
  ///   - scale: Pixels per px.
  /// - Returns: The drawn pixels.
  /// - Throws: The program's message, if it fails.
  func pixels(of output: EncodedOutput, by renderer: Renderer, scale: Double) throws -> Pixels {
    let document = try write(output)
    guard output.output.format == .pdf else {
      return try pixels(ofSVGAt: document, scale: scale)
    }
    try run(
      renderer.rawValue, "-r", "\(96 * scale)", "-png", "-singlefile", document.path,
      folder.appending(path: "page").path)
    return try decode(folder.appending(path: "page.png"))
  }

  /// An SVG as pixels.
  ///
  /// - Parameters:
  ///   - svg: The document.
  ///   - scale: Pixels per px.
  /// - Returns: The pixels drawn by librsvg.
  /// - Throws: Its message, if it fails.
  func pixels(ofSVG svg: [UInt8], scale: Double) throws -> Pixels {
    let document = folder.appending(path: "document.svg")
    try Data(svg).write(to: document)
    return try pixels(ofSVGAt: document, scale: scale)
  }

  private func pixels(ofSVGAt document: URL, scale: Double) throws -> Pixels {
    let image = folder.appending(path: "page.png")
    try run(
      Renderer.librsvg.rawValue, "--unlimited", "-z", "\(scale)", "-o", image.path, document.path)
    return try decode(image)
  }

  private func decode(_ image: URL) throws -> Pixels {
    try Data(contentsOf: image).withUnsafeBytes {
      try ImageDecoding.decode($0, limits: .standard)
    }
  }

  /// Width and height of the images in a PDF, once per use, and the number of different images.
  func images(inPDF output: EncodedOutput) throws -> (drawn: [[Int]], embedded: Int) {
    // page, num, type, width, height, color, comp, bpc, enc, interp, object, …
    let rows = try run("pdfimages", "-list", write(output).path).split(separator: "\n").dropFirst(2)
      .map { $0.split(separator: " ") }.filter { $0[2] == "image" }
    return (
      rows.map { [Int($0[3]) ?? 0, Int($0[4]) ?? 0] }, Set(rows.map { $0[10] }).count
    )
  }

  /// Fonts and words of a PDF, as found by poppler.
  func text(inPDF output: EncodedOutput) throws -> (fonts: Int, words: String) {
    let document = try write(output)
    let fonts = try run("pdffonts", document.path).split(separator: "\n").dropFirst(2).count
    let words = try run("pdftotext", document.path, "-")
    return (fonts, words.filter { !$0.isWhitespace })
  }

  /// The content of a PDF except images, with its streams decompressed.
  func content(ofPDF output: EncodedOutput) throws -> String {
    let script = """
      import re, sys, zlib
      data = open(sys.argv[1], 'rb').read()
      dictionary = b''
      for part in re.split(rb'stream\\r?\\n', data):
          image = b'/Subtype /Image' in dictionary[-500:]
          dictionary = part
          if image: continue
          try: part = zlib.decompressobj().decompress(part)
          except zlib.error: pass
          print(part.decode('latin-1'))
      """
    return try run("python3", "-c", script, write(output).path)
  }

  /// The ids in an SVG, the references to them and the external references, as found by an XML parser; every image is
  /// a PNG that Pillow reads.
  func references(inSVG output: EncodedOutput) throws -> (
    ids: [String], references: [String], outside: [String]
  ) {
    let script = """
      import base64, io, re, sys, xml.etree.ElementTree
      from PIL import Image
      PNG = 'data:image/png;base64,'
      for element in xml.etree.ElementTree.parse(sys.argv[1]).getroot().iter():
          for name, value in element.attrib.items():
              if name == 'id': print('id', value)
              for id in re.findall(r'url\\(#(\\w+)\\)', value): print('reference', id)
              if not name.endswith('href'): continue
              if value.startswith('#'): print('reference', value[1:])
              elif value.startswith(PNG): Image.open(io.BytesIO(base64.b64decode(value[len(PNG):]))).load()
              else: print('outside', value)
      """
    let lines = try run("python3", "-c", script, write(output).path).split(separator: "\n")
      .map { $0.split(separator: " ") }
    func values(_ kind: String) -> [String] {
      lines.filter { $0[0] == kind }.map { $0.dropFirst().joined(separator: " ") }
    }
    return (values("id"), values("reference"), values("outside"))
  }

  private func write(_ output: EncodedOutput) throws -> URL {
    let file = folder.appending(path: "document.\(output.output.format.rawValue)")
    try Data(output.bytes).write(to: file)
    return file
  }

  @discardableResult
  private func run(_ program: String, _ arguments: String...) throws -> String {
    let run = try CommandRun(arguments, program: "/usr/bin/\(program)")
    try #require(run.status == 0 && run.errors.isEmpty, "\(program): \(run.errors)")
    return run.output
  }
}

extension PixelDifference {
  /// Peak signal-to-noise ratio of opaque images, decibels.
  var ratio: Double {
    // Their alpha is the same everywhere and does not count.
    meanSquare == 0 ? .infinity : 10 * log10(255 * 255 / (meanSquare * 4 / 3))
  }
}

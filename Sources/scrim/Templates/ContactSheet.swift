import Glibc
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimWorkerClient
import SystemPackage

/// Rows of a template beside each other in one image.
struct ContactSheet {
  private let file: TemplateFile
  private let rows: [TextExtremes.RowName]

  /// Sizes, px.
  private static let cell = (width: 400, height: 300)
  private static let gap = 24
  private static let caption = 32
  private static let perLine = 4

  init(_ file: TemplateFile, _ rows: [TextExtremes.RowName]) {
    self.file = file
    self.rows = rows
  }

  /// Draws the rows and writes the image.
  ///
  /// - Parameters:
  ///   - path: A PNG, or `-`.
  ///   - workers: Where workers come from.
  ///   - console: Where its path is printed.
  /// - Throws: A ``Failure``.
  func draw(to path: String, _ workers: LocalWorkers, _ console: Console) throws {
    var pattern = Array("/tmp/scrim-sheet-XXXXXX".utf8CString)
    guard mkdtemp(&pattern) != nil else {
      throw Failure(.io, "no folder for the images of the sheet can be made in /tmp.")
    }
    let folder = FilePath(
      String(decoding: pattern.dropLast().map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self))
    var names: [String] = []
    var shown: [TextExtremes.RowName] = []
    defer {
      for name in names + ["job.json"] { unlink(folder.appending(name).string) }
      rmdir(folder.string)
    }
    for row in rows {
      guard let image = try image(of: row, workers) else { continue }
      let name = "\(names.count).png"
      names.append(name)
      shown.append(row)
      try OutputFile(at: folder.appending(name)).write(image)
    }
    try OutputFile(at: folder.appending("job.json")).write(.own(sheet(of: names, shown).bytes()))
    let job = try JobFile(at: folder.string)
    switch try workers.ready().render(LocalJob(job)) {
    case .finished(_, let outputs):
      guard let image = outputs.first else { return }
      console.result(try OutputFile(option: path).write(image.content))
    case .failed(let errors):
      throw Failure(.dataError, "the sheet cannot be drawn: \(errors.first?.message ?? "")")
    }
  }

  /// A row's image as a PNG; `nil` if it has errors.
  private func image(
    of row: TextExtremes.RowName, _ workers: LocalWorkers
  ) throws -> ImmutableBytes? {
    var only = file
    if only.data != nil { only.data?.selection = [row.row...row.row] }
    let template = try workers.ready().open(only)
    let (_, jobs) = try workers.ready().prepare(template, of: only)
    guard let prepared = jobs.first(where: { $0.about.variant == row.variant }),
      !prepared.document.isEmpty
    else { return nil }
    let job = LocalJob(prepared.asPNG, template, of: only)
    guard case .finished(_, let outputs) = try workers.ready().render(job) else { return nil }
    return outputs.first?.content
  }

  private func sheet(of images: [String], _ rows: [TextExtremes.RowName]) -> JSON {
    let (cell, gap, caption) = (Self.cell, Self.gap, Self.caption)
    let lines = max(1, (images.count + Self.perLine - 1) / Self.perLine)
    let columns = max(1, min(Self.perLine, images.count))
    var layers: [JSON] = []
    for (index, (name, row)) in zip(images, rows).enumerated() {
      let x = gap + index % Self.perLine * (cell.width + gap)
      let y = gap + index / Self.perLine * (cell.height + caption + gap)
      layers.append([
        "frame": [
          "x": .integer(x), "y": .integer(y), "width": .integer(cell.width),
          "height": .integer(cell.height),
        ], "image": ["source": .string(name), "fit": "contain"],
      ])
      layers.append([
        "frame": [
          "x": .integer(x), "y": .integer(y + cell.height + 6), "width": .integer(cell.width),
        ],
        "text": [
          "string": .string("row \(row.words)"), "size": 18, "color": "#444444", "align": "center",
        ],
      ])
    }
    return [
      "scrim": 1,
      "canvas": [
        "width": .integer(gap + columns * (cell.width + gap)),
        "height": .integer(gap + lines * (cell.height + caption + gap)), "background": "#e5e5e5",
      ], "layers": .array(layers),
    ]
  }
}

extension PreparedJob {
  /// The job with one PNG in place of its outputs.
  fileprivate var asPNG: PreparedJob {
    guard let members = (try? JSON(parsing: document))?.object else { return self }
    return PreparedJob(
      about: about, document: JSON.object(members.filter { $0.key != "output" }).bytes())
  }
}

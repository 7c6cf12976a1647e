import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimWorkerClient
import SystemPackage

/// What a lock or a report says about an image.
struct ImageRecord {
  /// The file that says it.
  let path: String
  /// As `scrim environment --json` prints it; of a report without its lists, of a batch's row with the beginning of its
  /// digest only; `nil` if it is not known.
  var environment: JSON?
  /// SHA-256 of the document or template.
  var document: String?
  var row: Int?
  var variant: String?
  var scale: Double?
  var format: String?
  /// That of the image's job, or of its row.
  var seed: Int?
  let output: OutputRecord
  var digests: [String: String] = [:]
  var concealing: [String] = []

  /// Bytes of a lock, or of a batch's list of rows.
  private static let limit = 1 << 28
  /// How many folders above the image's own are searched: outputs may have folders in their names.
  private static let levels = 4

  /// Finds the record of an image: the given file, or one beside the image, or in a folder above.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - job: The name of its job, as which records are named.
  ///   - report: A lock or a report; `nil` to search.
  /// - Returns: `nil` if there is none.
  /// - Throws: A ``Failure`` if the given file does not list the image, or a file cannot be read.
  static func find(of image: FilePath, job: String, report: String?) throws -> ImageRecord? {
    let stem = image.stem ?? job
    if let report {
      let file = try read(FilePath(report))
      let parts = image.components.suffix(levels + 1).map(\.string)
      let names = parts.indices.map { parts[$0...].joined(separator: "/") }
      if let found = try record(of: names, in: file, at: FilePath(report), isOnly: true) {
        return found
      }
      throw Failure(.dataError, "\(report) does not list the image \(parts.last ?? "").")
    }
    var folder = image.removingLastComponent()
    var name = image.lastComponent?.string ?? ""
    for _ in 0...levels {
      for base in [stem, job] {
        for ending in [RenderLock.ending, ".result.json"] {
          let path = folder.appending(base + ending)
          guard FileStatus(of: path)?.kind == .file, let file = try? read(path),
            let found = try record(of: [name], in: file, at: path, isOnly: false)
          else { continue }
          return found
        }
      }
      guard let last = folder.lastComponent, last != ".." else { return nil }
      name = "\(last.string)/\(name)"
      folder = folder.removingLastComponent()
    }
    return nil
  }

  /// Replaces the digest of an environment by its files, if a spool has their list: the one that the record is in, or
  /// another one.
  ///
  /// - Parameter spool: The folder of a spool; `nil` if there is none.
  mutating func findEnvironment(besides spool: FilePath?) {
    guard environment?["programs"] == nil, let digest = environment?["environment"]?.string,
      let digits = digest.split(separator: ":").last, digits.allSatisfy(\.isHexDigit)
    else { return }
    let above = sequence(first: FilePath(path).removingLastComponent()) { $0.appending("..") }
    for folder in above.prefix(Self.levels).map(\.self) + [spool].compactMap(\.self) {
      let folder = folder.appending("environments")
      let names = (try? Folder.names(at: folder.string)) ?? []
      for name in names where name.hasPrefix(digits) && name.hasSuffix(".json") {
        guard let list = try? Self.read(folder.appending(name)),
          list["environment"]?.string?.hasPrefix(digest) == true
        else { continue }
        environment = list
        return
      }
    }
  }

  private static func read(_ path: FilePath) throws -> JSON {
    let number = open(path.string, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else {
      let error = Errno(rawValue: errno)
      throw error == .noSuchFileOrDirectory
        ? Failure(.missing, "\(path): no such file.")
        : Failure(.io, "\(path) cannot be read: \(error).")
    }
    do {
      let bytes = try OwnedDescriptor(owning: number).readAll(limit: limit, of: path.string)
      return try JSON(parsing: bytes, limits: JSONLimits(bytes: limit))
    } catch let error as SystemError {
      throw Failure(.io, "\(path) cannot be read: \(error).")
    } catch {
      throw Failure(.dataError, "\(path) is not JSON: expected a lock or a report of a job.")
    }
  }

  /// The record of an image in a file.
  ///
  /// - Parameters:
  ///   - names: Names that the image may have in it.
  ///   - file: The content.
  ///   - path: The file.
  ///   - isOnly: Whether the only image of the file is meant, whatever its name.
  /// - Returns: `nil` if the file does not list the image.
  /// - Throws: A ``Failure`` if it is neither a lock nor a report and `isOnly`, or a list of rows cannot be read.
  private static func record(
    of names: [String], in file: JSON, at path: FilePath, isOnly: Bool
  ) throws -> ImageRecord? {
    func match(_ outputs: [OutputRecord]) -> OutputRecord? {
      if let found = outputs.first(where: { names.contains($0.file) }) { return found }
      return isOnly && outputs.count == 1 ? outputs[0] : nil
    }
    if file["lock"] != nil {
      let lock: RenderLock
      do { lock = try RenderLock(json: file) } catch {
        throw Failure(.dataError, "\(path) is not a lock of this version of Scrim: \(error).")
      }
      let parts = lock.images
      let named = parts.first { $0.outputs.contains { names.contains($0.file) } }
      guard let part = named ?? (isOnly && parts.count == 1 ? parts.first : nil),
        let output = match(part.outputs)
      else { return nil }
      var record = ImageRecord(path: path.string, output: output)
      record.environment = lock.environment
      record.document = lock.document
      (record.row, record.variant) = (part.row, part.variant)
      (record.scale, record.format, record.seed) = (part.scale, part.format, part.seed)
      (record.digests, record.concealing) = (part.digests, part.concealing)
      return record
    }
    guard let report = try? JobReport(json: file), report.status == .done else {
      guard isOnly else { return nil }
      throw Failure(
        .dataError, "\(path) is neither a lock nor the report of a job that is done.")
    }
    if report.batch != nil { return try row(of: names, in: report, at: path) }
    guard let output = match(report.outputs) else { return nil }
    var record = ImageRecord(path: path.string, output: output)
    record.environment = report.environment.map { ["environment": .string($0)] }
    record.seed = report.seed ?? report.rendering?.seed
    record.variant = output.variant
    let rendering = report.rendering
    let details =
      rendering?.details ?? rendering?.variants.first { $0.name == output.variant }?.value
    record.digests = details?.digests ?? [:]
    record.concealing = details?.concealing ?? []
    return record
  }

  /// The record of an image of a batch, in the list of its rows beside its report.
  private static func row(
    of names: [String], in report: JobReport, at path: FilePath
  ) throws -> ImageRecord? {
    let last = report.outputs.first.flatMap { FilePath($0.file).lastComponent?.string } ?? ""
    let list = path.removingLastComponent().appending(last)
    guard FileStatus(of: list)?.kind == .file else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try OwnedDescriptor.open(list.string, O_RDONLY | O_NONBLOCK)
        .readAll(limit: limit, of: list.string)
    } catch { throw Failure(.io, "\(list) cannot be read: \(error).") }
    // Only the lines with the name are parsed.
    let texts = names.map { Array(JSON.string($0).bytes()) }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard texts.contains(where: { line.contains($0) }),
        let json = try? JSON(parsing: Array(line)),
        let number = json["row"]?.number
      else { continue }
      let outputs = (json["outputs"]?.array ?? []).compactMap { try? OutputRecord(json: $0) }
      guard let output = outputs.first(where: { names.contains($0.file) }) else { continue }
      var record = ImageRecord(path: list.string, output: output)
      record.row = Int(number)
      record.environment = json["environment"].map { ["environment": $0] }
      record.variant = output.variant
      record.seed = report.seed.map { RowSeed.seed($0, row: Int(number)) }
      return record
    }
    return nil
  }
}

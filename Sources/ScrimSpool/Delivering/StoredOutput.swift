import Glibc
import ScrimJSON
public import ScrimLinux

/// A picture in a job's folder, on the disk.
public struct StoredOutput: Sendable, Hashable {
  public let file: String
  public let bytes: Int
  /// 64 hexadecimal digits.
  public let sha256: String
}

extension Spool {
  /// Copies a finished picture into the job's folder and waits until it is on the disk.
  ///
  /// - Throws: ``Diagnostic`` for a name that no output can have; ``SystemError``.
  public func store(
    _ content: OwnedDescriptor, as file: String, limit: Int, of job: Job
  ) throws -> StoredOutput {
    guard DropName.isFileName(file), !file.hasSuffix(".result.json") else {
      throw Diagnostic(
        code: "output-name",
        message: "\(quoted(file)) is not a valid name for an output file.")
    }
    let results = try resultFolder(of: job)
    guard try !results.has(file) else {
      throw Diagnostic(code: "output-name", message: "two outputs are named \(quoted(file)).")
    }
    let size = try MemoryFile.size(ofSealed: content)
    guard size <= limit else {
      throw Diagnostic(
        code: "too-large",
        message: "\(quoted(file)) has \(size) bytes, more than the limit of \(limit).")
    }
    let output = try results.open(file, O_WRONLY | O_CREAT | O_EXCL, mode: Spool.publicMode)
    let digest = try copy(content, size: size, to: output, file: file)
    try OutputMark.set(job.id, on: output)
    try output.sync(file)
    return StoredOutput(file: file, bytes: size, sha256: digest)
  }

  func resultFolder(of job: Job) throws(SystemError) -> Folder {
    if try job.folder.has("result") { return try job.folder.folder("result") }
    return try job.folder.makeFolder("result")
  }

  private func copy(
    _ content: OwnedDescriptor, size: Int, to output: OwnedDescriptor, file: String
  ) throws -> String {
    let digest = Digest()
    var chunk = [UInt8](repeating: 0, count: min(max(size, 1), 1 << 20))
    var done = 0
    while done < size {
      let count = pread(content.raw, &chunk, min(chunk.count, size - done), off_t(done))
      if count < 0 && errno == EINTR { continue }
      try check(count, "read a result")
      guard count > 0 else { break }
      chunk.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      try output.write(chunk[..<count], to: file)
      done += count
    }
    return digest.finish()
  }
}

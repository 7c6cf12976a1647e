import SystemPackage
@_spi(Host) import ScrimKit

/// A benchmark at the command of a driver, which measures others in between: a line of standard input each, and a line
/// of standard output for it.
protocol DrivenBenchmark {
  /// - Returns: The answer to a command; `nil` if it is none.
  /// - Throws: What keeps a file from being read or written; `DrawingError`.
  mutating func answer(_ words: [String]) throws -> String?
}

/// A line that is not a command.
struct BadCommand: Error, CustomStringConvertible {
  let description: String
}

extension DrivenBenchmark {
  /// Answers until the input ends.
  ///
  /// - Throws: `BadCommand`; as ``answer(_:)``.
  consuming func run() throws {
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard let answer = try answer(words) else {
        throw BadCommand(description: "\(Self.self): unknown command: \(line)")
      }
      // (`print` would wait until a buffer is full.)
      try FileDescriptor.standardOutput.writeAll((answer + "\n").utf8)
    }
  }
}

extension Pixels {
  /// Takes the bytes of a file, BGRA.
  mutating func read(from path: FilePath) throws {
    let (width, height, stride) = (width, height, bytesPerRow)
    let file = try FileDescriptor.open(path, .readOnly)
    try file.closeAfter {
      try withMutableBytes { bytes in
        for y in 0..<height {
          let row = UnsafeMutableRawBufferPointer(
            rebasing: bytes[y * stride..<y * stride + width * 4])
          _ = try file.read(fromAbsoluteOffset: Int64(y * width * 4), into: row)
        }
      }
    }
  }

  /// Writes the bytes, BGRA, to a new file.
  func write(to path: FilePath) throws {
    let file = try FileDescriptor.create(path)
    try file.closeAfter {
      try withBytes { bytes in
        for y in 0..<height {
          _ = try file.writeAll(bytes[y * bytesPerRow..<y * bytesPerRow + width * 4])
        }
      }
    }
  }
}

extension FileDescriptor {
  /// A new file to write to.
  static func create(_ path: FilePath) throws -> FileDescriptor {
    try open(path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
  }
}

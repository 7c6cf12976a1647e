import Glibc
import ScrimJSON
import SystemPackage

/// How long the reader takes for a megabyte of each kind of document.
enum ReaderBenchmark {
  private static let repetitions = 41

  /// Measures every shape and prints the median and the fastest time for a MB (1,000,000 bytes).
  ///
  /// - Parameters:
  ///   - folder: Where the documents are written too, so that another reader can be measured with the
  ///     same; `nil` if nowhere.
  ///   - only: The one shape that is measured; `nil` if all are.
  /// - Throws: What keeps a document from being read or written.
  static func run(folder: String?, only: String?) throws {
    print("shape                 bytes   ms/MB  fastest")
    for shape in DocumentShape.allCases where only == nil || shape.rawValue == only {
      let bytes = Array(shape.document(of: 1_000_000).utf8)
      if let folder { try write(bytes, to: FilePath(folder).appending("\(shape.rawValue).json")) }
      let times = try (0..<repetitions).map { _ in try time(reading: bytes) }.sorted()
      let perMegabyte = times.map { $0 * 1e6 / Double(bytes.count) }
      let name = shape.rawValue + String(repeating: " ", count: 18 - shape.rawValue.count)
      let row = [perMegabyte[repetitions / 2], perMegabyte[0]].map(column).joined(separator: " ")
      print("\(name) \(bytes.count)  \(row)")
    }
  }

  private static func time(reading bytes: [UInt8]) throws -> Double {
    let start = threadMilliseconds()
    let node = try Node.parse(bytes)
    let time = threadMilliseconds() - start
    // The document is freed after the clock was read: a real reader keeps it.
    return withExtendedLifetime(node) { time }
  }

  /// The CPU time of this thread, so that what else runs counts little.
  private static func threadMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  private static func write(_ bytes: [UInt8], to path: FilePath) throws {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite, .groupRead])
    _ = try file.closeAfter { try file.writeAll(bytes) }
  }

  /// Eight characters with two digits behind the point.
  private static func column(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let text = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    return String(repeating: " ", count: max(0, 7 - text.count)) + text
  }
}

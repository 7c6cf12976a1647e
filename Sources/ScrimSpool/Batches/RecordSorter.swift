import Glibc
import ScrimLinux
import SystemPackage

/// Sorts a file of records of equal length by their bytes, in runs that fit a few MiB of memory and are then merged.
struct RecordSorter {
  /// Bytes of a record.
  let recordBytes: Int
  let folder: Folder

  /// Bytes that are sorted in memory, and that are read of each run at once.
  private static let runBytes = 4 << 20
  private static let bufferBytes = 16 << 10

  /// Passes the records of a file in ascending order.
  ///
  /// - Parameters:
  ///   - name: The file. Runs are written beside it, and deleted.
  ///   - body: Takes each record.
  /// - Throws: ``SystemError``, and what `body` throws.
  func sorted(_ name: String, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    let file = try folder.open(name, O_RDONLY)
    let size = try Int(file.status(of: name).st_size) / recordBytes * recordBytes
    let runBytes = Self.runBytes / recordBytes * recordBytes
    if size <= runBytes {
      let run = sorted(try file.bytes(at: 0, count: size, of: name))
      for start in stride(from: 0, to: run.count, by: recordBytes) {
        try body(run[start..<(start + recordBytes)])
      }
      return
    }
    let runs = "\(name)\(BatchFile.sortSuffix)"
    try folder.removeTree(runs)
    let output = try folder.open(runs, O_RDWR | O_CREAT | O_EXCL)
    for start in stride(from: 0, to: size, by: runBytes) {
      try output.write(
        sorted(try file.bytes(at: start, count: min(runBytes, size - start), of: name)), to: runs)
    }
    try merge(output, runs, size: size, runBytes: runBytes, body)
    try folder.removeFile(runs)
  }

  private func sorted(_ bytes: [UInt8]) -> [UInt8] {
    let starts = stride(from: 0, to: bytes.count, by: recordBytes).sorted { one, other in
      bytes[one..<(one + recordBytes)].lexicographicallyPrecedes(
        bytes[other..<(other + recordBytes)])
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for start in starts { result += bytes[start..<(start + recordBytes)] }
    return result
  }

  /// The unread part of a run.
  private struct Run {
    var next: Int
    let end: Int
    var buffer: [UInt8] = []
    var position = 0
  }

  private func merge(
    _ file: OwnedDescriptor, _ name: String, size: Int, runBytes: Int,
    _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    var runs = stride(from: 0, to: size, by: runBytes).map {
      Run(next: $0, end: min($0 + runBytes, size))
    }
    let most = Self.bufferBytes / recordBytes * recordBytes
    /// - Returns: False at the run's end.
    func fill(_ index: Int) throws(SystemError) -> Bool {
      guard runs[index].position == runs[index].buffer.count else { return true }
      let count = min(most, runs[index].end - runs[index].next)
      guard count > 0 else { return false }
      runs[index].buffer = try file.bytes(at: runs[index].next, count: count, of: name)
      runs[index].next += count
      runs[index].position = 0
      return true
    }
    func head(_ index: Int) -> ArraySlice<UInt8> {
      let start = runs[index].position
      return runs[index].buffer[start..<(start + recordBytes)]
    }
    // A heap of runs by their next record.
    var heap: [Int] = []
    func precedes(_ one: Int, _ other: Int) -> Bool {
      head(heap[one]).lexicographicallyPrecedes(head(heap[other]))
    }
    func sink() {
      var parent = 0
      while true {
        var least = parent
        for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
          if precedes(child, least) { least = child }
        }
        if least == parent { return }
        heap.swapAt(parent, least)
        parent = least
      }
    }
    for index in runs.indices where try fill(index) { heap.append(index) }
    heap.sort { head($0).lexicographicallyPrecedes(head($1)) }
    while let index = heap.first {
      try body(head(index))
      runs[index].position += recordBytes
      if try !fill(index) {
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
      }
      sink()
    }
  }
}

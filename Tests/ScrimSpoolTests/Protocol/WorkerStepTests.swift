import Foundation
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import Testing

/// Steps of a worker, and the shared memory in which its client reads them.
@Suite struct WorkerStepTests {
  @Test func stepsReadBack() throws {
    let steps = [
      WorkerStep(stage: "encode"), WorkerStep(stage: "compose", layer: 2, effect: "glow"),
      .loading("/p/libGlow.so"),
    ]
    for step in steps { #expect(try WorkerStep(json: step.json) == step) }
    #expect(throws: FieldError(path: "layer", expected: "an integer")) {
      try WorkerStep(json: ["stage": "layer", "layer": "2"])
    }
    #expect(throws: FieldError(path: "stage", expected: "a string")) {
      try WorkerStep(json: [:])
    }
  }

  @Test func aCellHasWhatWasWrittenLast() throws {
    let (reader, descriptor) = try SharedCell.create("test")
    let writer = try SharedCell(descriptor)
    #expect(reader.bytes.isEmpty)
    for count in [1, 7, 8, 9, SharedCell.capacity, 3, 0] {
      let bytes = (0..<count).map { UInt8($0 % 251) }
      writer.write(bytes)
      #expect(reader.bytes == bytes)
    }
    writer.write(Array("before".utf8))
    writer.write([UInt8](repeating: 1, count: SharedCell.capacity + 1))
    #expect(reader.bytes.isEmpty)
  }

  @Test func theOtherProcessCannotShrinkIt() throws {
    let (_, descriptor) = try SharedCell.create("test")
    #expect(ftruncate(descriptor.raw, 0) == -1)
    let small = try MemoryFile.allocate("test", bytes: 4096)
    #expect(throws: SystemError.self) { try SharedCell(small) }
  }

  /// Reads while another thread writes: of each write all bytes are equal.
  @Test func readsAreOfOneWrite() throws {
    let (reader, descriptor) = try SharedCell.create("test")
    let ends = try ShutdownEvent()
    let writing = try ScrimLinux.Thread {
      guard let writer = try? SharedCell(descriptor) else { return }
      var number = 0
      while !ends.isSet {
        number += 1
        writer.write([UInt8](repeating: UInt8(number % 256), count: 1 + number % 3000))
      }
    }
    var seen: Set<UInt8> = []
    let end = Date.now.addingTimeInterval(10)
    while seen.count < 200 && Date.now < end {
      let bytes = reader.bytes
      guard let first = bytes.first else { continue }
      seen.insert(first)
      guard bytes.allSatisfy({ $0 == first }) else {
        Issue.record("bytes of two writes")
        break
      }
    }
    ends.set()
    writing.join()
    #expect(seen.count >= 200)
  }
}

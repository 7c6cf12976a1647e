import Glibc
package import ScrimLinux

/// What a worker writes to standard error, by lines, with the job and the effect that it was at when they
/// were read.
///
/// The worker has the writing end of a pipe. That end does not block: what the pipe can't hold is lost, and
/// neither the worker nor the daemon waits for the other. Of each job, and of each start, so many lines are
/// passed on; the pipe is left alone from then on until the job ends. Used by one thread.
package final class WorkerOutputLog {
  /// A job, as the log names it.
  package struct Job: Sendable, Hashable {
    package let id: String
    package let user: UInt32

    package init(id: String, user: UInt32) {
      self.id = id
      self.user = user
    }
  }

  /// The effect that is being applied, and the file name of its plugin.
  struct Place {
    var effect: String?
    var plugin: String?
  }

  /// One line, or how many were dropped after it.
  package struct Line: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
      /// Without its end; may hold any characters but `\n`.
      case text(String)
      /// More lines came than are passed on of one job: at least so many.
      case dropped(Int)
    }

    /// The job that the worker was at; `nil` for what it wrote while it started.
    package let job: Job?
    package let process: Int32
    /// The effect that was being applied, and the file name of its plugin.
    package let effect: String?
    package let plugin: String?
    package let content: Content
  }

  /// Lines that a daemon passes on of one job.
  package static let maxLines = 20
  /// Bytes of a line that are passed on.
  package static let longestLine = 500
  private static let chunk = 1 << 14

  /// The reading end.
  private let descriptor: OwnedDescriptor
  /// The end that becomes the worker's standard error.
  let writingEnd: OwnedDescriptor
  private let report: (Line) -> Void
  /// Lines that are passed on of one job.
  private let maxLines: Int
  private var job: Job?
  private var process: Int32 = 0
  private var place = Place()
  private var passed = 0
  private var dropped = 0
  private var line: [UInt8] = []

  /// - Parameters:
  ///   - maxLines: Lines that are passed on of one job.
  ///   - report: Called with each line, by the thread that uses this.
  /// - Throws: ``SystemError``.
  package init(
    maxLines: Int = WorkerOutputLog.maxLines, _ report: @escaping (Line) -> Void
  ) throws(SystemError) {
    self.maxLines = maxLines
    let pipe = try NonblockingPipe(for: "a worker's output")
    descriptor = pipe.readingEnd
    writingEnd = pipe.writingEnd
    self.report = report
  }

  /// Readable when there is a line to be passed on; `nil` once enough were.
  var readable: Int32? { passed < maxLines ? descriptor.raw : nil }

  /// From now on what is written belongs to this job.
  package func begin(_ job: Job?, process: Int32) {
    self.job = job
    self.process = process
  }

  /// Passes on what has been written since.
  ///
  /// - Parameter place: Where the worker is; asked for if it has written anything. What it wrote at the effect before
  ///   may be taken for this one's: the pipe and the steps have no common order.
  func take(_ place: () -> Place) {
    guard passed < maxLines else { return }
    read(atMost: Self.chunk, place)
  }

  /// The job is over: reads the rest, and reports how much was dropped.
  package func end() {
    // Not more than the pipe held when it was over: the worker may go on writing.
    read(atMost: 1 << 16) { place }
    if !line.isEmpty { pass() }
    if dropped > 0 { report(content: .dropped(dropped)) }
    (passed, dropped, place, job) = (0, 0, Place(), nil)
  }

  private func read(atMost limit: Int, _ place: () -> Place) {
    var bytes = [UInt8](repeating: 0, count: Self.chunk)
    var rest = limit
    while rest > 0 {
      let count = Glibc.read(descriptor.raw, &bytes, min(bytes.count, rest))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      if rest == limit { self.place = place() }
      rest -= count
      for byte in bytes[..<count] {
        if byte == UInt8(ascii: "\n") {
          pass()
        } else if line.count < Self.longestLine {
          line.append(byte)
        }
      }
    }
  }

  private func pass() {
    defer { line.removeAll(keepingCapacity: true) }
    guard passed < maxLines else {
      dropped += 1
      return
    }
    passed += 1
    report(content: .text(String(decoding: line, as: UTF8.self)))
  }

  private func report(content: Line.Content) {
    report(
      Line(
        job: job, process: process, effect: place.effect, plugin: place.plugin, content: content))
  }
}

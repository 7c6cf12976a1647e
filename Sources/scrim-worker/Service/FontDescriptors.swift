import Glibc
@_spi(Host) import ScrimKit
import ScrimLinux
import ScrimProtocol
import ScrimRender
import SystemPackage

/// Fonts of jobs as memory files, which fontconfig, HarfBuzz and Cairo open by `/proc/self/fd/N`.
///
/// Cairo 1.16 caches faces by path beyond the job: with a number that comes again it would draw the outlines of another
/// job's font. So each font has a higher number than all before it, and the worker is replaced before they run out.
final class FontDescriptors: FontPlaces {
  private let line: Channel
  private var files: [String: OwnedDescriptor] = [:]
  private var next = FontDescriptors.first
  /// Jobs for which a font was opened.
  private var jobs = 0
  private var hasOpened = false

  /// Above the numbers of other files, of which a worker has few.
  private static let first: Int32 = 128
  /// The sandbox allows 512 descriptors; a job may have 64 fonts, each opened twice.
  private static let last: Int32 = 384
  /// Jobs with other fonts than the one before in one process, since Cairo keeps some of their faces.
  private static let maxJobs = 16

  /// - Parameter line: Where memory files come from.
  init(_ line: Channel) {
    self.line = line
  }

  func path(of font: FontFile) throws -> String {
    let file = try line.memoryFile("font", font.bytes)
    let number = fcntl(file.raw, F_DUPFD_CLOEXEC, next)
    guard number >= 0 else { throw SystemError(Errno(rawValue: errno), "number a font file") }
    let path = "/proc/self/fd/\(number)"
    files[path] = OwnedDescriptor(owning: number)
    next = number + 1
    hasOpened = true
    return path
  }

  func close(_ path: String) { files[path] = nil }

  /// Counts the job at its end if a font was opened for it.
  func endJob() {
    if hasOpened { jobs += 1 }
    hasOpened = false
  }

  /// Why no other job should be rendered in this process; `nil` if there is no reason.
  var retireReason: String? {
    jobs >= Self.maxJobs || next > Self.last ? "it opened other fonts for \(jobs) jobs" : nil
  }
}

import ArgumentParser
import Glibc
import ScrimCommand
import ScrimLinux
import ScrimSpool
import SystemPackage

/// Jobs that were dropped, until the report of each is there.
struct SubmittedJobs {
  private static let pause: useconds_t = 100_000

  private let output: OutputPlaces?
  private let console: Console
  private let spool: FilePath
  /// By token, in the order in which they were dropped.
  private var jobs: [(token: String, job: JobFile)] = []
  private var worst: ExitStatus?

  /// - Parameters:
  ///   - spool: Where the jobs are dropped.
  ///   - output: Where images are copied to; `nil` leaves them in the spool.
  ///   - console: Where images and errors are printed.
  init(spool: FilePath, output: OutputPlaces?, console: Console) {
    self.output = output
    self.console = console
    self.spool = spool
  }

  mutating func add(_ job: JobFile, token: String) {
    jobs.append((token, job))
  }

  /// Waits for all, and prints each as it is delivered.
  ///
  /// - Throws: The exit code of the worst of them, or a ``Failure`` when a picture can't be copied.
  mutating func wait() throws {
    if DaemonStatus.isAbsent(from: spool) {
      console.note("No scrimd is running for \(spool): the jobs wait until it is started.")
    }
    while true {
      for (token, job) in jobs {
        guard
          let delivered = DeliveredJob(
            at: spool.appending("reports").appending("\(token).json"),
            out: spool.appending("out"))
        else { continue }
        jobs.removeAll { $0.token == token }
        try tell(delivered, of: job)
      }
      guard let next = jobs.first?.job.name else { break }
      let others = jobs.count > 1 ? " and \(jobs.count - 1) more" : ""
      console.progress("Waiting for \(next)\(others) …")
      usleep(Self.pause)
    }
    if let worst { throw worst.code }
  }

  private mutating func tell(_ delivered: DeliveredJob, of job: JobFile) throws {
    if let status = delivered.exitStatus {
      console.report(delivered.report.errors, in: job)
      worst = worst ?? status
      return
    }
    guard let output else {
      for image in delivered.images { console.result(path: image.path) }
      return
    }
    let paths = try output.paths(for: delivered.images.map { ($0.file, $0.format) })
    for (image, path) in zip(delivered.images, paths) {
      let number = open(image.path.string, O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { throw Failure(.io, "\(image.path) cannot be read.") }
      try OutputFile.write(OwnedDescriptor(owning: number), to: path)
      console.result(path: path)
    }
  }
}

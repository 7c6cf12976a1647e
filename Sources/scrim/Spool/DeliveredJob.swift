import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// A job that has ended: its report, which is `NAME.result.json` or `NAME.failed.json` in the output folder and has
/// another name under the submission's token, and its images.
struct DeliveredJob {
  let report: JobReport
  private let imageFolder: FilePath
  /// The daemon's account, which wrote the report.
  private let account: uid_t

  /// - Parameters:
  ///   - path: The report's file.
  ///   - out: The spool's `out/`.
  init?(at path: FilePath, out: FilePath) {
    let number = Glibc.open(path.string, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let file = OwnedDescriptor(owning: number)
    guard let about = try? file.status(of: "a report"),
      let bytes = try? file.readAll(limit: RecordLimits.report, of: "a report"),
      let content = try? JSON(parsing: bytes, limits: JSONLimits(bytes: RecordLimits.report)),
      let report = try? JobReport(json: content)
    else { return nil }
    account = about.st_uid
    // Its owner's folder, if results are arranged so.
    let owner = content["id"]?.string?.split(separator: "-").dropFirst().first.map(String.init)
    let ownFolder = owner.map { out.appending($0) }
    imageFolder = ownFolder.flatMap { FileStatus(of: $0)?.isFolder == true ? $0 : nil } ?? out
    self.report = report
  }

  /// The report of a submission of this user; `nil` until there is one, and for another user's.
  static func report(ofSubmission token: String, in spool: FilePath) -> JobReport? {
    let path = spool.appending("reports").appending("\(token).json")
    guard let job = DeliveredJob(at: path, out: spool.appending("out")), job.report.id != nil,
      job.mayBeCallers || geteuid() == 0
    else { return nil }
    return job.report
  }

  /// False if it is another user's job: others of the spool's group could submit with a token that they have seen.
  /// Not known in a user namespace, where users have other numbers than the daemon sees.
  var mayBeCallers: Bool {
    report.id.map { $0.user == geteuid() || Self.isInUserNamespace } ?? true
  }

  private static let isInUserNamespace: Bool = {
    let map = try? OwnedDescriptor.open("/proc/self/uid_map", O_RDONLY)
      .readAll(limit: 4096, of: "the map of users")
    let fields = String(decoding: map ?? [], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return !fields.isEmpty && fields != ["0", "0", "4294967295"]
  }()

  /// The paths under which the images were delivered. Later jobs may have replaced the files since.
  var paths: [FilePath] { report.outputs.map(path(of:)) }

  /// The path under which an image was delivered.
  func path(of output: OutputRecord) -> FilePath { imageFolder.appending(output.file) }

  /// Opens a delivered image, if the file that has its name now is this job's.
  ///
  /// - Returns: `nil` if the name is free, or another job's, or any other file's.
  func open(_ output: OutputRecord) -> OwnedDescriptor? {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let number = Glibc.open(path(of: output).string, flags)
    guard number >= 0 else { return nil }
    let file = OwnedDescriptor(owning: number)
    // In a folder of their own, owners can write any mark: only the daemon's files count.
    guard let about = try? file.status(of: output.file), FileKind(about) == .file,
      about.st_uid == account, let id = report.id, OutputMark.read(file) == id
    else { return nil }
    return file
  }
}

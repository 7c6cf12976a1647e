import Glibc
import ScrimCommand
import ScrimLinux
import Synchronization

/// The thread that draws: whatever was saved, and whatever the page wants to try.
final class Studio: Sendable {
  private struct Trial: Sendable {
    let document: [UInt8]
    let answer: CheckedContinuation<Drawing, Never>
  }

  /// How often the files are looked at where nothing is heard of them, as on network file systems.
  private static let look = Duration.seconds(1)
  /// How long nothing must have happened before what is not urgent is done.
  private static let quiet = Duration.milliseconds(200)

  /// Microseconds.
  private static let pause: useconds_t = 8000
  private static let mostPauses = 6

  private let job: String
  private let plugins: [String]
  private let board: Board
  private let bell: Doorbell
  private let trials = Mutex<[Trial]>([])

  /// - Parameters:
  ///   - job: The job's document, or the folder of its bundle.
  ///   - plugins: Folders of plugins that come before those of the installation.
  ///   - board: Where drawings go.
  /// - Throws: `SystemError`.
  init(job: String, plugins: [String], board: Board) throws(SystemError) {
    self.job = job
    self.plugins = plugins
    self.board = board
    bell = try Doorbell()
  }

  /// Draws a document in place of the job's, and keeps the pictures for the page.
  func draw(_ document: [UInt8]) async -> Drawing {
    await withCheckedContinuation { answer in
      trials.withLock { $0.append(Trial(document: document, answer: answer)) }
      bell.ring()
    }
  }

  /// Draws what changes, and never ends.
  func work() {
    let artist = Artist(plugins: plugins)
    var watch = FolderWatch()
    var files = WatchedFiles(of: job, plugins: plugins, document: [])
    var isFirst = true
    while true {
      var now = files.lookedAtAgain()
      if isFirst || now != files {
        settle(&now)
        if now.plugins != files.plugins { artist.forgetPlugins() }
        // Looked at before they are read: what is saved meanwhile is drawn next.
        files = now.naming((try? JobFile(at: job).bytes) ?? [])
        watch.follow(files.folders)
        board.hang(artist.draw(job), effects: artist.effects)
        isFirst = false
        continue
      }
      for trial in takeTrials() {
        let drawing = artist.draw(job, document: trial.document)
        board.keep(drawing)
        trial.answer.resume(returning: drawing)
      }
      let isPrepared = artist.isPrepared
      let hasHeard = watch.wait(orFor: bell, timeout: isPrepared ? Self.look : Self.quiet)
      if !hasHeard, !isPrepared { artist.prepare() }
    }
  }

  /// Waits until nothing is being written, a moment at most: who writes in place begins by emptying
  /// the file, and editors do several things in a row.
  private func settle(_ files: inout WatchedFiles) {
    for _ in 0..<Self.mostPauses {
      usleep(Self.pause)
      let now = files.lookedAtAgain()
      if now == files { return }
      files = now
    }
  }

  private func takeTrials() -> [Trial] {
    trials.withLock { trials in
      defer { trials = [] }
      return trials
    }
  }
}

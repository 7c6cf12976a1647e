import Glibc
import ScrimCommand
import ScrimLinux
import Synchronization

/// The thread that draws: whatever was saved, and whatever the page wants to try.
final class RenderQueue: Sendable {
  private struct Trial: Sendable {
    let document: [UInt8]
    let answer: CheckedContinuation<Drawing, Never>
  }

  /// How often the files are looked at where nothing is heard of them, as on network file systems.
  private static let pollInterval = Duration.seconds(1)
  /// How long nothing must have happened before what is not urgent is done.
  private static let quiet = Duration.milliseconds(200)

  /// Microseconds.
  private static let pause: useconds_t = 8000
  private static let maxPauses = 6

  private let job: String
  private let plugins: [String]
  private let fonts: [String]
  private let fetching: FetchOptions
  private let data: String?
  private let store: PreviewStore
  private let wake: WakeEvent
  private let trials = Mutex<[Trial]>([])
  private let choice = Mutex(RowChoice())

  /// - Parameters:
  ///   - job: The job's document, or the folder of its bundle.
  ///   - plugins: Folders of plugins that come before those of the installation.
  ///   - fonts: Font files and folders of fonts besides the installed ones.
  ///   - fetching: How sources that are URLs are fetched.
  ///   - data: The path of the data of templates.
  ///   - store: Where drawings go.
  /// - Throws: `SystemError`.
  init(
    job: String, plugins: [String], fonts: [String], _ fetching: FetchOptions, data: String?,
    store: PreviewStore
  ) throws(SystemError) {
    self.job = job
    self.plugins = plugins
    self.fonts = fonts
    self.fetching = fetching
    self.data = data
    self.store = store
    wake = try WakeEvent()
  }

  /// Draws a document in place of the job's, and keeps the pictures for the page.
  func draw(_ document: [UInt8]) async -> Drawing {
    await withCheckedContinuation { answer in
      trials.withLock { $0.append(Trial(document: document, answer: answer)) }
      wake.signal()
    }
  }

  /// Shows another row of a template, or other values.
  func choose(_ choice: RowChoice) {
    self.choice.withLock { $0 = choice }
    wake.signal()
  }

  /// Draws what changes, and never ends.
  func work() {
    let renderer = PreviewRenderer(
      plugins: plugins, fonts: fonts, SourceFetcher(fetching, Console()), data: data)
    var watch = FolderWatch()
    var files = WatchedFiles(of: job, data: data, plugins: plugins, document: [])
    var isFirst = true
    var shown = RowChoice()
    while true {
      var now = files.refreshed()
      if isFirst || now != files {
        settle(&now)
        if now.plugins != files.plugins { renderer.forgetPlugins() }
        if now.dataVersion != files.dataVersion { renderer.forgetData() }
        // Looked at before they are read: what is saved meanwhile is drawn next.
        files = now.naming((try? JobFile(at: job).bytes) ?? [])
        watch.follow(files.folders)
        shown = choice.withLock(\.self)
        store.publish(renderer.draw(job, shown), effects: renderer.effects)
        isFirst = false
        continue
      }
      let chosen = choice.withLock(\.self)
      if chosen != shown {
        shown = chosen
        store.publish(renderer.draw(job, shown), effects: renderer.effects)
        continue
      }
      for trial in takeTrials() {
        let drawing = renderer.draw(job, document: trial.document, shown)
        store.keep(drawing)
        trial.answer.resume(returning: drawing)
      }
      let isPrepared = renderer.isPrepared
      let hasChanged = watch.wait(orFor: wake, timeout: isPrepared ? Self.pollInterval : Self.quiet)
      if !hasChanged, !isPrepared { renderer.prepare() }
    }
  }

  /// Waits until nothing is being written, a moment at most: who writes in place begins by emptying
  /// the file, and editors do several things in a row.
  private func settle(_ files: inout WatchedFiles) {
    for _ in 0..<Self.maxPauses {
      usleep(Self.pause)
      let now = files.refreshed()
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

internal import Glibc
internal import Synchronization

/// Processes rows of pixels on several CPU cores at once.
///
/// For large images only. Smaller ones use one CPU core: starting threads would take longer, and other jobs use the
/// other cores.
@_spi(Host) public enum ParallelRows {
  /// Minimum number of pixels for several cores.
  public static let minPixels = 1 << 24
  /// Maximum number of cores; more would wait for memory.
  private static let most = 4
  /// Stack size of a thread, bytes; rows need little.
  private static let stackSize = 1 << 20

  private static let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// Processes all rows and returns when they are done.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - width: Pixels per row.
  ///   - multiple: Bands begin at multiples of this number of rows from the first one.
  ///   - body: Processes some of the rows, each of which is passed to only one call. Calls may run in parallel on other
  ///     threads.
  /// - Throws: Errors of `body`; the other calls still run to completion.
  public static func run<E: Error>(
    _ rows: Range<Int>, width: Int, multiple: Int = 1, _ body: (Range<Int>) throws(E) -> Void
  ) throws(E) {
    let bands = bands(of: rows, width: width, multiple: multiple)
    guard bands.count > 1 else { return try body(rows) }
    let failure = Mutex<E?>(nil)
    func attempt(_ band: Range<Int>) {
      do throws(E) {
        try body(band)
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
    withoutActuallyEscaping(attempt) { attempt in
      let threads = bands.dropFirst().map { RowThread($0, attempt) }
      attempt(bands[0])
      for thread in threads { thread.join() }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// Divides the rows into bands of nearly equal height that run in parallel.
  static func bands(of rows: Range<Int>, width: Int, multiple: Int) -> [Range<Int>] {
    let blocks = (rows.count + multiple - 1) / multiple
    let count = rows.count * width < minPixels ? 1 : min(most, processors, blocks)
    guard count > 1 else { return [rows] }
    let starts = (0..<count).map { rows.lowerBound + blocks * $0 / count * multiple }
    return zip(starts, starts.dropFirst() + [rows.upperBound]).map { $0..<$1 }
  }

  /// A thread that processes a band.
  private final class RowThread {
    private let rows: Range<Int>
    private let body: (Range<Int>) -> Void
    private var thread = pthread_t()
    private var isStarted = false

    init(_ rows: Range<Int>, _ body: @escaping (Range<Int>) -> Void) {
      self.rows = rows
      self.body = body
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      pthread_attr_setstacksize(&attributes, ParallelRows.stackSize)
      defer { pthread_attr_destroy(&attributes) }
      isStarted =
        pthread_create(
          &thread, &attributes,
          { context in
            guard let context else { return nil }
            let band = Unmanaged<RowThread>.fromOpaque(context).takeUnretainedValue()
            band.body(band.rows)
            return nil
          }, Unmanaged.passUnretained(self).toOpaque()) == 0
    }

    /// Waits for the band. If the thread could not be started, processes it now.
    func join() {
      guard isStarted else { return body(rows) }
      pthread_join(thread, nil)
    }
  }
}

internal import Glibc
internal import Synchronization

/// Rows of many pixels, done by several CPU cores at once.
///
/// For large images only. Smaller ones use one CPU core: starting threads would take longer, and other jobs use the
/// other cores.
@_spi(Host) public enum ParallelRows {
  /// Of fewer pixels all rows are done by who asks.
  public static let minPixels = 1 << 24
  /// More CPU cores than this would wait for memory.
  private static let most = 4
  /// What is done on a row needs little of a stack.
  private static let stackSize = 1 << 20

  private static let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// Does all rows, and returns when they are done.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - width: Pixels of each.
  ///   - multiple: Bands begin at multiples of so many rows behind the first.
  ///   - body: Does some of the rows, which no other call is given; perhaps on another thread, beside
  ///     other calls.
  /// - Throws: What `body` throws; the other calls still come to their end.
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

  /// As many bands as are done at once, all nearly as high.
  static func bands(of rows: Range<Int>, width: Int, multiple: Int) -> [Range<Int>] {
    let blocks = (rows.count + multiple - 1) / multiple
    let count = rows.count * width < minPixels ? 1 : min(most, processors, blocks)
    guard count > 1 else { return [rows] }
    let starts = (0..<count).map { rows.lowerBound + blocks * $0 / count * multiple }
    return zip(starts, starts.dropFirst() + [rows.upperBound]).map { $0..<$1 }
  }

  /// A band on its way.
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

    /// Waits for it. If the system had no thread, it is done now.
    func join() {
      guard isStarted else { return body(rows) }
      pthread_join(thread, nil)
    }
  }
}

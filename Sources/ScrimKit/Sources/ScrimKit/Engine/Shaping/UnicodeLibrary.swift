internal import Glibc

/// ICU, as the runtime of Swift brings it along: the same on all systems, and opened only for texts that need it, since
/// its data are large.
struct UnicodeLibrary {
  static let file = "lib_FoundationICU.so"
  /// `nil` if it cannot be opened.
  static let shared = UnicodeLibrary()

  private typealias MapCase =
    @convention(c) (
      UnsafeMutablePointer<UInt16>?, Int32, UnsafePointer<UInt16>, Int32, UnsafePointer<CChar>,
      UnsafeMutablePointer<Int32>
    ) -> Int32
  private typealias OpenBreaks =
    @convention(c) (
      Int32, UnsafePointer<CChar>, UnsafePointer<UInt16>, Int32, UnsafeMutablePointer<Int32>
    ) -> OpaquePointer?
  private typealias NextBreak = @convention(c) (OpaquePointer) -> Int32
  private typealias CloseBreaks = @convention(c) (OpaquePointer) -> Void

  private let toUpper: MapCase
  private let toLower: MapCase
  private let openBreaks: OpenBreaks
  private let nextBreak: NextBreak
  private let closeBreaks: CloseBreaks

  private init?() {
    guard let library = dlopen(Self.file, RTLD_NOW | RTLD_LOCAL),
      let toUpper = dlsym(library, "swift_u_strToUpper"),
      let toLower = dlsym(library, "swift_u_strToLower"),
      let openBreaks = dlsym(library, "swift_ubrk_open"),
      let nextBreak = dlsym(library, "swift_ubrk_next"),
      let closeBreaks = dlsym(library, "swift_ubrk_close")
    else { return nil }
    self.toUpper = unsafeBitCast(toUpper, to: MapCase.self)
    self.toLower = unsafeBitCast(toLower, to: MapCase.self)
    self.openBreaks = unsafeBitCast(openBreaks, to: OpenBreaks.self)
    self.nextBreak = unsafeBitCast(nextBreak, to: NextBreak.self)
    self.closeBreaks = unsafeBitCast(closeBreaks, to: CloseBreaks.self)
  }

  /// Words in capitals, or in small letters.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - transform: `uppercase`; otherwise they become small.
  ///   - language: The primary subtag of their language.
  /// - Returns: The words; unchanged if ICU reports an error.
  func cased(_ words: String, _ transform: TextTransform, language: String) -> String {
    let source = Array(words.utf16)
    // Room for the longest mapping, three units for one.
    var mapped = [UInt16](repeating: 0, count: 3 * source.count + 1)
    var status: Int32 = 0
    let map = transform == .uppercase ? toUpper : toLower
    let count = map(
      &mapped, Int32(mapped.count), source, Int32(source.count), language, &status)
    return status > 0 ? words : String(decoding: mapped[..<Int(count)], as: UTF16.self)
  }

  /// Where lines may break in words, by UAX #14 and, in scripts without spaces, by dictionaries.
  ///
  /// - Returns: UTF-8 offsets, without the beginning and with the end; none if ICU reports an error.
  func lineBreaks(in words: String) -> Set<Int> {
    var places: [Int] = []
    // ICU reads the words until the breaks are closed.
    Array(words.utf16).withUnsafeBufferPointer { source in
      guard let text = source.baseAddress else { return }
      var status: Int32 = 0
      // UBRK_LINE
      guard let breaks = openBreaks(2, "", text, Int32(source.count), &status), status <= 0 else {
        return
      }
      defer { closeBreaks(breaks) }
      while case let place = Int(nextBreak(breaks)), place >= 0 { places.append(place) }
    }
    var found: Set<Int> = []
    var (index, offset) = (words.utf16.startIndex, 0)
    var last = 0
    for place in places {
      let next = words.utf16.index(index, offsetBy: place - last)
      offset += words.utf8.distance(from: index, to: next)
      (index, last) = (next, place)
      found.insert(offset)
    }
    return found
  }
}

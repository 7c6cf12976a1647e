internal import CPango
internal import Glibc
import Synchronization

/// libhyphen, opened when a text is first hyphenated.
struct HyphenLibrary {
  typealias Load = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  typealias Free = @convention(c) (OpaquePointer) -> Void
  typealias Hyphenate =
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<CChar>,
      UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Replacements?>,
      UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>,
      UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>
    ) -> Int32
  typealias Replacements = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// `nil` if it is not installed.
  static let shared = HyphenLibrary()

  let load: Load
  let free: Free
  let hyphenate: Hyphenate

  private init?() {
    guard let library = dlopen("libhyphen.so.0", RTLD_NOW | RTLD_LOCAL),
      let load = dlsym(library, "hnj_hyphen_load"), let free = dlsym(library, "hnj_hyphen_free"),
      let hyphenate = dlsym(library, "hnj_hyphen_hyphenate2")
    else { return nil }
    self.load = unsafeBitCast(load, to: Load.self)
    self.free = unsafeBitCast(free, to: Free.self)
    self.hyphenate = unsafeBitCast(hyphenate, to: Hyphenate.self)
  }
}

/// The patterns by which words of a language are divided.
///
/// `@unchecked Sendable`: libhyphen does not change patterns that it has read.
final class HyphenDictionary: @unchecked Sendable {
  /// Those that were opened, by paths without links: many tags have one. Reading one may take a second: German's are a
  /// megabyte.
  private static let opened = Mutex<[String: HyphenDictionary]>([:])

  /// Where Debian's packages `hyphen-…` have them.
  private static let folder = "/usr/share/hyphen"

  private let library: HyphenLibrary
  private let patterns: OpaquePointer
  private let charset: String

  /// The dictionary of a language, opened once for a process.
  ///
  /// - Parameters:
  ///   - tag: A BCP 47 tag.
  ///   - key: The key that asks for it, for errors.
  /// - Returns: That of the region, else that of the language, else that of any region.
  /// - Throws: `TextDiagnostic` if libhyphen or the dictionary is not installed.
  static func of(_ tag: String, at key: String) throws(TextDiagnostic) -> HyphenDictionary {
    guard let library = HyphenLibrary.shared else {
      throw TextDiagnostic(
        .missingDictionary, at: key,
        "hyphenation needs libhyphen, which is not installed. Install the package libhyphen0.")
    }
    let parts = tag.split(separator: "-").map(String.init)
    let language = parts[0].lowercased()
    let region = parts.dropFirst().first { $0.count == 2 }?.uppercased()
    // Nothing else may become part of a path, or of a pattern of paths.
    let isName = language.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    for path in isName ? paths(language, region) : [] {
      guard let real = realpath(path, nil) else { continue }
      defer { Glibc.free(real) }
      let file = String(cString: real)
      if let known = opened.withLock({ $0[file] }) { return known }
      guard let dictionary = HyphenDictionary(library, file) else { continue }
      opened.withLock { $0[file] = dictionary }
      return dictionary
    }
    // Debian has no package for the language alone.
    let usual = ["en": "us", "pt": "pt"][language]
    let packages = [region?.lowercased() ?? usual].compactMap {
      $0.map { "hyphen-\(language)-\($0)" }
    }
    throw TextDiagnostic(
      .missingDictionary, at: key,
      "no hyphenation dictionary for \(quoted(tag)) is installed. Install the package "
        + (packages + (usual == nil ? ["hyphen-\(language)"] : [])).joined(separator: " or ")
        + ", if there is one.")
  }

  private init?(_ library: HyphenLibrary, _ path: String) {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    fgets(&line, Int32(line.count), file)
    let name = String(
      decoding: line.prefix { $0 > 32 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    charset = name.hasPrefix("microsoft-cp") ? "CP" + name.dropFirst(12) : name
    guard let patterns = library.load(path) else { return nil }
    (self.library, self.patterns) = (library, patterns)
  }

  deinit { library.free(patterns) }

  private static func paths(_ language: String, _ region: String?) -> [String] {
    var names = region.map { ["\(language)_\($0)"] } ?? []
    names.append(language)
    var found = glob_t()
    defer { globfree(&found) }
    if glob("\(folder)/hyph_\(language)_*.dic", 0, nil, &found) == 0 {
      let others = (0..<Int(found.gl_pathc)).compactMap {
        found.gl_pathv[$0].map { String(cString: $0) }
      }
      return names.map { "\(folder)/hyph_\($0).dic" } + others
    }
    return names.map { "\(folder)/hyph_\($0).dic" }
  }

  /// Where a word may be divided, without places where its spelling would change.
  ///
  /// - Parameters:
  ///   - word: Letters only.
  ///   - limits: The least numbers of letters of a word that is divided, before the hyphen and after it.
  /// - Returns: Numbers of letters before the hyphen.
  func breaks(in word: Substring, limits: [Int]) -> [Int] {
    let letters = word.unicodeScalars.count
    // As libhyphen's patterns are, in small letters.
    let small = word.lowercased()
    guard letters >= limits[0], letters < 100, small.unicodeScalars.count == letters,
      let bytes = encoded(small)
    else { return [] }
    // It writes some bytes more than the word has.
    var hyphens = [CChar](repeating: 0, count: bytes.count + 8)
    var replacements: HyphenLibrary.Replacements?
    var (positions, cuts): (UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) = (nil, nil)
    let failed = library.hyphenate(
      patterns, bytes, Int32(bytes.count - 1), &hyphens, nil, &replacements, &positions, &cuts)
    defer {
      free(positions)
      free(cuts)
      if let replacements {
        for index in 0..<bytes.count - 1 { free(replacements[index]) }
        free(replacements)
      }
    }
    guard failed == 0 else { return [] }
    return (1..<letters).filter { count in
      hyphens[count - 1] & 1 != 0 && replacements?[count - 1] == nil && count >= limits[1]
        && letters - count >= limits[2]
    }
  }

  /// A word in the dictionary's character set, with a zero at its end; `nil` if it cannot be written in that.
  private func encoded(_ word: String) -> [CChar]? {
    if charset == "UTF-8" { return Array(word.utf8CString) }
    var count: gsize = 0
    guard let bytes = g_convert(word, gssize(word.utf8.count), charset, "UTF-8", nil, &count, nil)
    else { return nil }
    defer { g_free(bytes) }
    return (0..<Int(count)).map { bytes[$0] } + [0]
  }
}

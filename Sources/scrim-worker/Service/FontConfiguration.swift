import CFontconfig
import ScrimJSON
@_spi(Host) import ScrimKit
import ScrimLinux
import ScrimProtocol

/// What fontconfig knows in this process.
enum FontConfiguration {
  /// The files on which images depend. With plugins, their libraries are among them.
  static func environmentFiles() -> EnvironmentFiles {
    OptionalLibraries.openAll()
    return EnvironmentFiles {
      $0.libraries = DynamicLoader.libraryPaths.filter { $0.hasPrefix("/") }
      $0.fonts = fonts.union(strings(FcConfigGetConfigFiles(nil))).sorted()
      $0.folders = strings(FcConfigGetFontDirs(nil)).sorted()
    }
  }

  /// Each font file once, with those that the process was given.
  private static var fonts: Set<String> {
    var paths: Set<String> = []
    for set in [FcSetSystem, FcSetApplication] {
      guard let fonts = FcConfigGetFonts(nil, set) else { continue }
      for index in 0..<Int(fonts.pointee.nfont) {
        var file: UnsafeMutablePointer<FcChar8>?
        guard let pattern = fonts.pointee.fonts[index],
          FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch, let file
        else { continue }
        paths.insert(String(cString: file))
      }
    }
    return paths
  }

  private static func strings(_ list: OpaquePointer?) -> Set<String> {
    guard let list else { return [] }
    defer { FcStrListDone(list) }
    var strings: Set<String> = []
    while let string = FcStrListNext(list) { strings.insert(String(cString: string)) }
    return strings
  }
}

internal import CCairo
internal import CPango
internal import Glibc

/// librsvg, opened when an SVG is first read: few workers need its 10 MB.
struct RsvgLibrary: Sendable {
  typealias Handle = UnsafeMutableRawPointer
  typealias Failure = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

  typealias Create = @convention(c) (UnsafePointer<UInt8>?, gsize, Failure) -> Handle?
  typealias SetStyle = @convention(c) (Handle, UnsafePointer<UInt8>?, gsize, Failure) -> gboolean
  typealias SetResolution = @convention(c) (Handle, Double) -> Void
  typealias GetSize =
    @convention(c) (
      Handle, UnsafeMutablePointer<gboolean>, UnsafeMutableRawPointer,
      UnsafeMutablePointer<gboolean>, UnsafeMutableRawPointer, UnsafeMutablePointer<gboolean>,
      UnsafeMutablePointer<cairo_rectangle_t>
    ) -> Void
  /// (`RsvgRectangle` is as `cairo_rectangle_t`.)
  typealias Render =
    @convention(c) (Handle, OpaquePointer, UnsafePointer<cairo_rectangle_t>, Failure) -> gboolean

  /// `RsvgLength`.
  struct RsvgLength {
    var length = 0.0
    /// As `RsvgUnit` numbers them.
    var unit: Int32 = 0

    /// CSS px; `nil` for a percentage.
    var pixels: Double? {
      // %, px, em, ex, in, cm, mm, pt, pc; an em of the root is 16 px.
      let units: [Double?] = [nil, 1, 16, 8, 96, 96 / 2.54, 96 / 25.4, 96.0 / 72, 16]
      guard units.indices.contains(Int(unit)), let factor = units[Int(unit)] else { return nil }
      return length * factor
    }
  }

  /// `nil` if it is not installed.
  static let shared = RsvgLibrary()

  let create: Create
  let setStyle: SetStyle
  let setResolution: SetResolution
  let getSize: GetSize
  let render: Render

  private init?() {
    guard let library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL),
      let create = dlsym(library, "rsvg_handle_new_from_data"),
      let setStyle = dlsym(library, "rsvg_handle_set_stylesheet"),
      let setResolution = dlsym(library, "rsvg_handle_set_dpi"),
      let getSize = dlsym(library, "rsvg_handle_get_intrinsic_dimensions"),
      let render = dlsym(library, "rsvg_handle_render_document")
    else { return nil }
    self.create = unsafeBitCast(create, to: Create.self)
    self.setStyle = unsafeBitCast(setStyle, to: SetStyle.self)
    self.setResolution = unsafeBitCast(setResolution, to: SetResolution.self)
    self.getSize = unsafeBitCast(getSize, to: GetSize.self)
    self.render = unsafeBitCast(render, to: Render.self)
  }

  /// Calls a function that reports errors as GLib does.
  ///
  /// - Returns: Its result.
  /// - Throws: `SVGError` with librsvg's message.
  static func checked<R>(_ call: (Failure) -> R?) throws(SVGError) -> R {
    var error: UnsafeMutablePointer<GError>?
    let result = call(&error)
    guard let error else {
      if let result { return result }
      throw SVGError("librsvg reports no reason.")
    }
    defer { g_error_free(error) }
    let message = error.pointee.message.map { String(cString: $0) } ?? ""
    // It has lines and quotes the file.
    let words = message.unicodeScalars.split { $0.properties.generalCategory == .control }
    throw SVGError("librsvg reports: \(words.map { String($0) }.joined(separator: " ")).")
  }
}

/// What is wrong with an SVG.
struct SVGError: Error, Hashable {
  /// A clause or sentences; ends with a full stop.
  var message: String
  /// The byte that it is about.
  var offset: Int?

  init(_ message: String, at offset: Int? = nil) {
    // What it quotes of a file may have any character.
    let scalars = message.unicodeScalars.map {
      $0.properties.generalCategory == .control ? "\u{fffd}" : $0
    }
    self.message = String(String.UnicodeScalarView(scalars))
    self.offset = offset
  }

  /// The message with line and column.
  func text(in bytes: [UInt8]) -> String {
    guard let offset else { return message }
    let before = bytes.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column = String(decoding: before[start...], as: UTF8.self).count + 1
    return "line \(line), column \(column): \(message)"
  }
}

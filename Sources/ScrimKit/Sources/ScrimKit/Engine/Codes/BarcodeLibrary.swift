internal import Glibc

/// The library with Zint and zxing-cpp (`CBarcodes.h`), opened when a job first has a code.
struct BarcodeLibrary {
  typealias Row = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>, Int32) -> Void
  typealias Text = Row
  typealias Encode =
    @convention(c) (
      UnsafePointer<CChar>, UnsafePointer<UInt8>, Int32, Int32, Int32, Int32, Int32,
      UnsafeMutableRawPointer?, Row, UnsafeMutablePointer<CChar>, UnsafeMutablePointer<CChar>
    ) -> Int32
  typealias Read =
    @convention(c) (
      UnsafePointer<UInt8>, Int32, Int32, UnsafePointer<CChar>, Int32, UnsafeMutableRawPointer?,
      Text
    ) -> Int32

  static let file = "libScrimBarcodes.so"
  /// `nil` if it cannot be opened.
  static let shared = BarcodeLibrary()

  let encode: Encode
  let read: Read

  private init?() {
    // The loader looks in the kit's own folder (its RUNPATH). Plugins that are built elsewhere, with a kit of their
    // own, find that of an installed Scrim.
    let opened =
      dlopen(Self.file, RTLD_NOW | RTLD_LOCAL)
      ?? dlopen("/usr/lib/scrim/" + Self.file, RTLD_NOW | RTLD_LOCAL)
    guard let library = opened, let encode = dlsym(library, "scrim_barcode_encode"),
      let read = dlsym(library, "scrim_barcode_read")
    else { return nil }
    self.encode = unsafeBitCast(encode, to: Encode.self)
    self.read = unsafeBitCast(read, to: Read.self)
  }
}

/// A code that must be read in the finished image.
public struct ReadableCode: Hashable, Sendable {
  /// What is done if it is not.
  public enum Verification: String, ParameterChoice {
    /// The job fails.
    case error
    /// The report has a warning.
    case warn
    case off
  }

  public let symbol: CodeSymbol
  /// Where its modules are, px, without a quiet zone.
  public let area: Rect
  public let verification: Verification

  /// A symbol whose modules fill `area`.
  public init(
    _ symbol: CodeSymbol, in area: Rect, verification: Verification = .error
  ) {
    self.symbol = symbol
    self.area = area
    self.verification = verification
  }

  /// Its area with the quiet zone of its symbology, px.
  @_spi(Host) public var surroundings: Rect {
    let module = area.width / Double(max(1, symbol.width))
    let zone = symbol.symbology.quietZone
    return Rect(
      left: area.left - Double(zone.left) * module,
      top: area.top - Double(zone.aboveAndBelow) * module,
      right: area.right + Double(zone.right) * module,
      bottom: area.bottom + Double(zone.aboveAndBelow) * module)
  }

  /// Reads a code of its symbology in an image.
  ///
  /// - Parameters:
  ///   - grey: Grey values, 0 is black.
  ///   - width: Pixels of a row; `grey` has only whole rows.
  /// - Returns: What it says; `nil` if there is none, or the library with zxing-cpp is not installed.
  @_spi(Host) public func read(in grey: [UInt8], width: Int) -> [UInt8]? {
    guard let library = BarcodeLibrary.shared, width > 0, grey.count >= width else { return nil }
    var found: [UInt8]?
    let hasAddOn = symbol.reading.contains(UInt8(ascii: " "))
    _ = withUnsafeMutablePointer(to: &found) { found in
      library.read(
        grey, Int32(width), Int32(grey.count / width), symbol.symbology.rawValue,
        hasAddOn ? 1 : 0, found
      ) { context, bytes, count in
        context?.assumingMemoryBound(to: [UInt8]?.self).pointee =
          Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
      }
    }
    return found
  }

  /// Whether a reading is what the code should say.
  @_spi(Host) public func says(_ reading: [UInt8]) -> Bool {
    switch symbol.symbology {
    case .gs1128:
      // Where an element string ends that may have several lengths, readers report FNC1 as GS.
      reading.filter { $0 != 0x1D } == symbol.reading
    case .upcA:
      // An EAN-13 with a 0 before it is a UPC-A, and readers report either.
      reading == symbol.reading || reading == [UInt8(ascii: "0")] + symbol.reading
    default: reading == symbol.reading
    }
  }
}

/// The modules of a code.
public struct CodeSymbol: Hashable, Sendable {
  public let symbology: Symbology
  /// From top to bottom, each from left to right; `true` is dark. Linear symbologies have one row.
  public let rows: [[Bool]]
  /// What people read below a linear symbol: the data with check digits and brackets; "" of others.
  public let text: String
  /// What a reader of the symbol reports.
  let reading: [UInt8]

  /// Modules of a row.
  public var width: Int { rows.first?.count ?? 0 }

  /// The choices of an encoder; where one is `nil`, it chooses.
  public struct Options: Hashable, Sendable {
    /// Error correction, as the symbology counts it: 1…4 for L, M, Q and H of QR codes, 1…4 of Aztec codes.
    public var level: Int?
    /// Version of a QR code, 1…40; of a micro one 1…4.
    public var version: Int?
    /// Mask of a QR code, 0…7; of a micro one 0…3.
    public var mask: Int?

    /// All choices are the encoder's.
    public init(level: Int? = nil, version: Int? = nil, mask: Int? = nil) {
      self.level = level
      self.version = version
      self.mask = mask
    }
  }

  /// Encodes a text.
  ///
  /// - Parameters:
  ///   - text: In UTF-8 where it is not ASCII, of which readers are told if the symbology can. EAN and UPC: digits,
  ///     after which `+` and two or five more may follow. GS1-128: element strings with their identifiers in brackets,
  ///     `[01]09501101020917[10]AB`.
  ///   - symbology: The kind of code.
  ///   - options: Choices of the encoder.
  /// - Throws: `EffectError` if the text cannot be encoded so, or if the library with Zint is not installed.
  public init(
    _ text: String, as symbology: Symbology, _ options: Options = Options()
  ) throws(EffectError) {
    try self.init(Array(text.utf8), isText: true, as: symbology, options)
  }

  /// Encodes bytes.
  ///
  /// - Parameters:
  ///   - bytes: As they are.
  ///   - symbology: The kind of code.
  ///   - options: Choices of the encoder.
  /// - Throws: As for a text.
  public init(
    bytes: [UInt8], as symbology: Symbology, _ options: Options = Options()
  ) throws(EffectError) {
    try self.init(bytes, isText: false, as: symbology, options)
  }

  private init(
    _ data: [UInt8], isText: Bool, as symbology: Symbology, _ options: Options
  ) throws(EffectError) {
    guard let library = BarcodeLibrary.shared else { throw .noBarcodeLibrary }
    // Zint takes a length of 0 for that of a C string.
    guard !data.isEmpty else { throw EffectError("there is nothing to encode.", at: "data") }
    var rows: [[Bool]] = []
    var (text, message) = ([CChar](repeating: 0, count: 128), [CChar](repeating: 0, count: 128))
    let status = withUnsafeMutablePointer(to: &rows) { rows in
      library.encode(
        symbology.rawValue, data, Int32(clamping: data.count), isText ? 1 : 0,
        Int32(options.level ?? 0), Int32(options.version ?? 0), Int32((options.mask ?? -1) + 1),
        rows,
        { context, modules, count in
          context?.assumingMemoryBound(to: [[Bool]].self).pointee
            .append((0..<Int(count)).map { modules[$0] != 0 })
        }, &text, &message)
    }
    guard status == 0 else {
      throw EffectError(
        "it cannot be encoded as \(symbology.name) (Zint: \(Self.words(message))).", at: "data")
    }
    self.symbology = symbology
    self.rows = rows
    self.text = Self.words(text)
    reading =
      switch symbology {
      case .ean13, .ean8, .upcA, .upcE, .itf14: Array(self.text.replacing("+", with: " ").utf8)
      case .gs1128: data.filter { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
      default: data
      }
  }

  /// What Zint writes, without the number before it.
  private static func words(_ buffer: [CChar]) -> String {
    let words = String(
      decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard words.hasPrefix("Error ") || words.hasPrefix("Warning "),
      let colon = words.firstRange(of: ": ")
    else { return words }
    return String(words[colon.upperBound...])
  }
}

extension EffectError {
  fileprivate static let noBarcodeLibrary = EffectError(
    "codes need libScrimBarcodes.so of Scrim, and the libraries of Zint and zxing-cpp, which cannot be "
      + "opened. Install the packages libzint2.11 and libzxing2."
  )
}

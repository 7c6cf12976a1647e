/// A kind of code that machines read.
public enum Symbology: String, ParameterChoice {
  /// ISO/IEC 18004.
  case qrCode = "qr-code"
  /// ISO/IEC 18004.
  case microQRCode = "micro-qr-code"
  /// GS1 General Specifications §5.2, as the three below.
  case ean13 = "ean-13"
  case ean8 = "ean-8"
  case upcA = "upc-a"
  case upcE = "upc-e"
  /// ISO/IEC 15417.
  case code128 = "code-128"
  /// GS1 General Specifications §5.4.
  case gs1128 = "gs1-128"
  /// GS1 General Specifications §5.3.
  case itf14 = "itf-14"
  /// ISO/IEC 16022, ECC 200, square.
  case dataMatrix = "data-matrix"
  /// ISO/IEC 24778.
  case aztec
  /// ISO/IEC 15438.
  case pdf417

  /// As its standard writes it.
  public var name: String {
    switch self {
    case .qrCode: "QR code"
    case .microQRCode: "micro QR code"
    case .ean13: "EAN-13"
    case .ean8: "EAN-8"
    case .upcA: "UPC-A"
    case .upcE: "UPC-E"
    case .code128: "Code 128"
    case .gs1128: "GS1-128"
    case .itf14: "ITF-14"
    case .dataMatrix: "Data Matrix"
    case .aztec: "Aztec code"
    case .pdf417: "PDF417"
    }
  }

  /// Whether its modules are bars, not cells of two directions.
  public var isLinear: Bool {
    switch self {
    case .ean13, .ean8, .upcA, .upcE, .code128, .gs1128, .itf14: true
    case .qrCode, .microQRCode, .dataMatrix, .aztec, .pdf417: false
    }
  }

  /// Height of a row, in multiples of a module's width; `nil` of bars, which may have any.
  public var rowHeight: Int? {
    isLinear ? nil : self == .pdf417 ? 3 : 1
  }

  /// The width that must be free of anything else, in modules.
  ///
  /// The standards above; the sides of some EAN and UPC differ.
  public var quietZone: (left: Int, right: Int, aboveAndBelow: Int) {
    switch self {
    case .qrCode: (4, 4, 4)
    case .microQRCode: (2, 2, 2)
    case .ean13: (11, 7, 0)
    case .ean8: (7, 7, 0)
    case .upcA: (9, 9, 0)
    case .upcE: (9, 7, 0)
    case .code128, .gs1128, .itf14: (10, 10, 0)
    case .dataMatrix: (1, 1, 1)
    // None is required; one module keeps it apart from what is beside it.
    case .aztec: (1, 1, 1)
    case .pdf417: (2, 2, 2)
    }
  }
}

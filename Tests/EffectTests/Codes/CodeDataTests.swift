import Codes
import RenderTesting
import ScrimKit
import Testing

/// What codes accept, and what they say.
@Suite struct CodeDataTests {
  /// Parameters, and the message for what is wrong with them; "" if nothing is.
  private static let jobs: [(kind: String, parameters: String, message: String)] = [
    ("qr-code", #""data": "https://example.org/t/4711""#, ""),
    ("qr-code", #""bytes": "AAH/gA==""#, ""),
    ("qr-code", #""bytes": "AAH/gA""#, ""),
    ("qr-code", "", "\"data\" is missing: the text of the code."),
    (
      "qr-code", #""data": "a", "bytes": "AAAA""#,
      "\"bytes\" cannot be combined with \"data\"."
    ),
    ("qr-code", #""data": """#, "there is nothing to encode."),
    ("qr-code", #""data": "a\u0000b""#, "a string cannot contain the character U+0000."),
    ("qr-code", #""bytes": "AAH/g""#, "\"bytes\" is not Base64 (RFC 4648)."),
    ("qr-code", #""bytes": "AAH/\ngA==\n""#, ""),
    ("qr-code", #""bytes": "AA-_""#, "\"bytes\" is not Base64 (RFC 4648)."),
    ("qr-code", #""bytes": "AA==AA""#, "\"bytes\" is not Base64 (RFC 4648)."),
    ("barcode", #""symbology": "qr-code", "data": "a""#, ""),
    ("qr-code", #""data": "a", "version": 41"#, "41 is outside 1…40."),
    (
      "qr-code", #""data": "a", "level": "X""#,
      "\"X\" is not one of \"L\", \"M\", \"Q\", \"H\"."
    ),
    (
      "qr-code", #""data": "a", "micro": true, "version": 5"#,
      "5 is outside 1…4, which micro codes have."
    ),
    (
      "qr-code", #""data": "a", "micro": true, "mask": 4"#,
      "4 is outside 0…3, which micro codes have."
    ),
    (
      "qr-code", #""data": "a", "micro": true, "level": "H""#,
      "micro codes have the levels \"L\", \"M\" and \"Q\"."
    ),
    (
      "qr-code", #""data": "a", "micro": true, "logo": 0.2"#,
      "micro codes have no place for a logo."
    ),
    (
      "qr-code", #""data": "\#(String(repeating: "x", count: 2332))""#,
      "it cannot be encoded as QR code (Zint: "
    ),
    (
      "qr-code", #""data": "\#(String(repeating: "x", count: 40))", "version": 1"#,
      "Shorten it, lower \"level\", or leave out \"version\"."
    ),
    ("barcode", #""symbology": "ean-13", "data": "4006381333931""#, ""),
    ("barcode", #""symbology": "ean-13", "data": "400638133393""#, ""),
    ("barcode", #""symbology": "ean-13", "data": "400638133393", "addOn": "12""#, ""),
    (
      "barcode", #""symbology": "ean-13", "data": "4006381333930""#,
      "the check digit of 4006381333930 is 1, not 0."
    ),
    (
      "barcode", #""symbology": "ean-13", "data": "40063813339x""#,
      "\"40063813339x\" is not 12 digits, or 13 with the check digit."
    ),
    (
      "barcode", #""symbology": "ean-13", "data": "4006381333""#,
      "\"4006381333\" is not 12 digits, or 13 with the check digit."
    ),
    // Digits of other scripts are digits of Unicode, but not of an EAN.
    (
      "barcode", #""symbology": "ean-8", "data": "٩٦٣٨٥٠٧""#,
      "\"٩٦٣٨٥٠٧\" is not 7 digits, or 8 with the check digit."
    ),
    (
      "barcode", #""symbology": "ean-13", "data": "400638133393", "addOn": "123""#,
      "\"123\" is not two or five digits."
    ),
    (
      "barcode", #""symbology": "code-128", "data": "a", "addOn": "12""#,
      "\"addOn\" requires an EAN or a UPC."
    ),
    ("barcode", #""symbology": "upc-e", "data": "01234565""#, ""),
    ("barcode", #""symbology": "upc-e", "data": "123456""#, ""),
    (
      "barcode", #""symbology": "upc-e", "data": "01234564""#,
      "the check digit of 01234564 is 5, not 4."
    ),
    (
      "barcode", #""symbology": "upc-e", "data": "2123456""#,
      "\"2123456\" is not 6 digits, 7 with the number system 0 or 1, or 8 with the check digit, too."
    ),
    (
      "barcode", #""symbology": "code-128", "data": "Größe""#,
      "Code 128 has the characters of ASCII. Take \"data-matrix\", \"aztec\" or \"pdf417\" for others."
    ),
    ("barcode", #""symbology": "gs1-128", "data": "(01)09501101020917(10)AB""#, ""),
    ("barcode", #""symbology": "gs1-128", "data": "[01]09501101020917[10]AB""#, ""),
    (
      "barcode", #""symbology": "gs1-128", "data": "0109501101020917""#,
      "it cannot be encoded as GS1-128 (Zint: "
    ),
    (
      "barcode", #""symbology": "gs1-128", "data": "(01)09501101020918""#,
      "it cannot be encoded as GS1-128"
    ),
    (
      "barcode", #""symbology": "itf-14", "data": "15400141288764""#,
      "the check digit of 15400141288764 is 3, not 4."
    ),
    (
      "barcode", #""symbology": "aztec", "data": "a", "text": true"#,
      "\"text\" is for bars, which aztec does not have."
    ),
    (
      "barcode", #""symbology": "code128", "data": "a""#,
      "Did you mean \"code-128\"?"
    ),
  ]

  @Test(arguments: jobs.indices) func errorsSayWhatIsAllowed(_ index: Int) throws {
    let job = Self.jobs[index]
    let renderer = TestRenderer([QRCode.self, Barcode.self])
    let found = try renderer.messages(
      """
      {"scrim": 1, "canvas": {"width": 600, "height": 600, "background": "white"},
       "layers": [{"content": {"kind": "\(job.kind)"\(job.parameters.isEmpty ? "" : ", ")\(job.parameters)}}]}
      """)
    if job.message.isEmpty {
      #expect(found == [])
    } else {
      #expect(found.count == 1 && found[0].contains(job.message), "\(found)")
    }
  }

  /// A code on 1 × 1 px modules has exactly the modules of its symbol, and nothing between black and white.
  @Test func modulesAreWholePixels() throws {
    let symbol = try CodeSymbol("4711", as: .qrCode, CodeSymbol.Options(level: 2))
    for scale in [1, 2, 3] {
      let renderer = TestRenderer([QRCode.self])
      // 97 px have 3 px for each of 29 modules, and 10 px over.
      let pixels = try renderer.pixels(
        """
        {"scrim": 1, "canvas": {"width": 97, "height": 97, "scale": \(scale)},
         "layers": [{"content": {"kind": "qr-code", "data": "4711"}}]}
        """)
      let module = 97 * scale / 29
      let corner = (97 * scale - 29 * module + 1) / 2 + 4 * module
      pixels.withBytes { bytes in
        for y in 0..<pixels.height {
          for x in 0..<pixels.width {
            let (column, row) = ((x - corner) / module, (y - corner) / module)
            let isInside =
              x >= corner && y >= corner && column < symbol.width && row < symbol.width
            let isDark = isInside && symbol.rows[row][column]
            let value = bytes[y * pixels.bytesPerRow + x * 4]
            guard value != (isDark ? 0 : 255) else { continue }
            Issue.record("scale \(scale): \(x), \(y) is \(value)")
            return
          }
        }
      }
    }
  }

  @Test func aFrameThatIsTooSmallSaysWhichWouldDo() throws {
    let renderer = TestRenderer([QRCode.self, Barcode.self])
    func messages(_ frame: String, _ content: String, scale: Double = 1) throws -> [String] {
      try renderer.messages(
        """
        {"scrim": 1, "canvas": {"width": 200, "height": 200, "scale": \(scale)},
         "layers": [{"frame": {\(frame)}, "content": {\(content)}}]}
        """)
    }
    let code = #""kind": "qr-code", "data": "4711", "verify": "off""#
    #expect(try messages(#""width": 29"#, code) == [])
    #expect(try messages(#""width": 14.5"#, code, scale: 2) == [])
    let small = try messages(#""width": 28"#, code)
    #expect(
      small == [
        "test.json:2:49: layers[0].content: qr-code: a module needs a pixel, and with its quiet zone the "
          + "code has 29 of them in a row. The frame is 28 × 28 px, but must be at least 29 × 29 px."
      ])
    let bars = #""kind": "barcode", "symbology": "ean-13", "data": "4006381333931""#
    let narrow = try messages(#""width": 112, "height": 60"#, bars)
    #expect(narrow.count == 1 && narrow[0].hasSuffix("must be at least 113 px wide."))
    let low = try messages(#""width": 120, "height": 9"#, bars)
    #expect(
      low.count == 1
        && low[0].hasSuffix(
          "the frame is 9 px high, which the words below the bars need: enlarge it, or set \"text\": false."
        ))
  }

  /// One side of the frame follows from the other.
  @Test func sidesFollowFromEachOther() throws {
    let renderer = TestRenderer([QRCode.self, Barcode.self])
    func size(_ frame: String, _ content: String) throws -> [Double] {
      let measures = try renderer.measures(
        """
        {"scrim": 1, "canvas": {"width": 500, "height": 400},
         "layers": [{"id": "code", "frame": {\(frame)}, "content": {\(content)}}]}
        """)
      let frame = measures?["layers"]?.array?.first?["frame"]?.array?.compactMap(\.number) ?? []
      return Array(frame.dropFirst(2))
    }
    let code = #""kind": "qr-code", "data": "4711""#
    #expect(try size(#""width": 100"#, code) == [100, 100])
    #expect(try size(#""height": 80"#, code) == [80, 80])
    #expect(try size(#""width": "fit-content""#, code) == [116, 116])
    #expect(try size(#""x": 10, "right": 290"#, code) == [200, 200])
    #expect(try size(#""x": 10, "y": 20"#, code) == [490, 380])
    #expect(try size(#""width": 100, "height": 30"#, code) == [100, 30])
    let bars = #""kind": "barcode", "symbology": "ean-13", "data": "4006381333931""#
    #expect(try size(#""width": 226"#, bars) == [226, 158])
  }
}

import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords

/// What is proven of an image with concealed words, as `scrim verify --redacted` writes it. It has none of the words,
/// and nothing that could be compared with guesses of them.
struct Receipt: Record {
  /// Something that the image may depend on.
  struct Fact: Record {
    enum Name: String {
      /// The number of concealed lines.
      case lines
      /// The script of most concealed letters.
      case script
      /// Whether the concealed words begin within the last visible paragraph, where the first one did not fit.
      case lineEnd = "line-end"
      /// How many styles of markup cover the entire text.
      case styles
      /// The first concealed word: no other was found that ends the visible lines at the same place.
      case nextWord = "next-word"
    }

    var name = ""
    var value: JSON = .null

    mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("fact", &name)
      try fields.optional("value", &value, default: .null)
    }
  }

  /// Where the words of an image come from that are drawn in place of concealed ones.
  struct Decoys: Record {
    /// The effect that generates them, with its version.
    var effect = ""
    var version: String?
    /// The seed of the job's random numbers.
    var seed = 0

    mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("effect", &effect)
      try fields.optional("version", &version)
      try fields.required("seed", &seed)
    }
  }

  /// Words of a text that are concealed.
  struct Run: Record {
    var layer = ""
    /// JSON Pointer of the text.
    var pointer = ""
    var effects: [String] = []
    /// The first and the last concealed line, from 1.
    var lines: [Int] = []
    /// `nil` if the words are concealed in another way.
    var decoys: Decoys?
    /// What the image may still reveal of the words.
    var mayReveal: [Fact] = []
    /// The kinds of other words that were rendered in their place.
    var variants: [String] = []
    /// JSON Pointers of other strings of the document with some of the words.
    var alsoIn: [String] = []

    mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("layer", &layer)
      try fields.required("pointer", &pointer)
      try fields.required("effects", &effects)
      try fields.required("lines", &lines)
      try fields.optional("decoys", &decoys)
      try fields.required("mayReveal", &mayReveal)
      try fields.required("variants", &variants)
      try fields.optional("alsoIn", &alsoIn, default: [])
    }
  }

  /// By a private key that neither daemon nor workers read.
  struct Signature: Record {
    static let algorithm = "Ed25519"

    /// 64 hexadecimal digits.
    var publicKey = ""
    /// Of the receipt without this member, written without spaces; 128 hexadecimal digits.
    var value = ""

    mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      var algorithm = Self.algorithm
      try fields.required("algorithm", &algorithm)
      try fields.required("publicKey", &publicKey)
      try fields.required("value", &value)
    }
  }

  /// Whose bytes were equal, whatever the words were.
  private static let compared = ["image", "outputs", "report", "measures"]
  /// Whose caches were full of the other words: of the worker that had rendered these before, and of a fresh one that
  /// rendered these last.
  private static let caches = ["same-worker", "fresh-worker"]
  private static let currentVersion = 1
  static let signature = "signature"

  private var version = Self.currentVersion
  /// The image's name without folders.
  var image = ""
  var sha256 = ""
  var bytes = 0
  /// All files of the job, with this image.
  var outputs: [OutputRecord] = []
  var row: Int?
  var variant: String?
  /// The digest of programs, effects and fonts.
  var environment = ""
  var concealed: [Run] = []
  /// Layers of which an effect blurs a part. Of that nothing is proven.
  var blurred: [String] = []
  var signatures: Signature?

  mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("receipt", &version, in: Self.currentVersion...Self.currentVersion)
    try fields.required("image", &image)
    try fields.required("sha256", &sha256)
    try fields.required("bytes", &bytes)
    try fields.required("outputs", &outputs)
    try fields.optional("row", &row)
    try fields.optional("variant", &variant)
    try fields.required("environment", &environment)
    fields.derived("independent", Self.compared)
    fields.derived("caches", Self.caches)
    try fields.required("concealed", &concealed)
    try fields.optional("blurred", &blurred, default: [])
    try fields.optional(Self.signature, &signatures)
  }

  /// Signs it.
  ///
  /// - Throws: `SystemError`.
  mutating func sign(with key: borrowing Ed25519) throws(SystemError) {
    signatures = nil
    let value = try key.signature(of: json.bytes())
    signatures = Signature {
      $0.publicKey = Self.digits(of: key.publicKey)
      $0.value = Self.digits(of: value)
    }
  }

  /// Whether a receipt is signed by a key, as it was read.
  static func isSigned(_ receipt: JSON, by key: borrowing Ed25519) -> Bool {
    guard let signature = receipt[signature]?["value"]?.string.flatMap(bytes(of:)) else {
      return false
    }
    let signed = JSON.object((receipt.object ?? []).filter { $0.key != Self.signature })
    return key.verifies(signature, of: signed.bytes())
  }

  private static func digits(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  private static func bytes(of digits: String) -> [UInt8]? {
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == 2 * Ed25519.signatureBytes, values.count == digits.count else {
      return nil
    }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}

import ScrimLinux

/// A time in UTC, between the years 1 and 9999, as ISO 8601 writes it.
struct Timestamp {
  /// Since the start of 1970.
  private let microseconds: Int

  private static let day = 86_400_000_000

  private init?(microseconds: Int) {
    guard (-62_135_596_800_000_000..<253_402_300_800_000_000).contains(microseconds) else {
      return nil
    }
    self.microseconds = microseconds
  }

  /// Reads `2017-01-19T16:27:20.974Z`; the fraction has up to six digits.
  init?(_ text: String) {
    var fields = Fields(text)
    guard let year = fields.digits(4...4), fields.take("-"), let month = fields.digits(1...2),
      fields.take("-"), let day = fields.digits(1...2), fields.take("T"),
      let hour = fields.digits(1...2), fields.take(":"), let minute = fields.digits(1...2),
      fields.take(":"), let second = fields.digits(1...2)
    else { return nil }
    var fraction = 0
    if fields.take(".") {
      guard let digits = fields.fraction() else { return nil }
      fraction = digits
    }
    guard fields.take("Z"), fields.isAtEnd,
      let date = GregorianDate(year: year, month: month, day: day), hour < 24, minute < 60,
      second < 60
    else { return nil }
    let seconds = (hour * 60 + minute) * 60 + second
    self.init(
      microseconds: date.daysSince1970 * Self.day + seconds * 1_000_000 + fraction)
  }

  func adding(_ duration: Duration) -> Timestamp? {
    let (seconds, attoseconds) = duration.components
    let (total, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000)
    guard !overflow, attoseconds == 0 else { return nil }
    let (sum, sumOverflow) = microseconds.addingReportingOverflow(total)
    return sumOverflow ? nil : Timestamp(microseconds: sum)
  }

  /// The time with milliseconds.
  var text: String {
    let days = (microseconds - (microseconds % Self.day + Self.day) % Self.day) / Self.day
    let milliseconds = (microseconds - days * Self.day) / 1_000
    let date = GregorianDate(daysSince1970: days)
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let seconds = milliseconds / 1_000
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
      + "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
      + ".\(padded(milliseconds % 1_000, 3))Z"
  }
}

/// The bytes of a text that is read from left to right.
struct Fields {
  private var bytes: Substring.UTF8View

  init(_ text: String) {
    bytes = text[...].utf8
  }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func take(_ text: String) -> Bool {
    guard bytes.starts(with: text.utf8) else { return false }
    bytes = bytes.dropFirst(text.utf8.count)
    return true
  }

  mutating func skipSpace() {
    let text = Substring(bytes)
    bytes = text.unicodeScalars.drop(while: UnicodeSpace.contains).utf8Bytes(of: text)
  }

  /// A number of the given count of digits; `nil` if there are fewer, or it does not fit into a word.
  mutating func digits(_ counts: ClosedRange<Int>) -> Int? {
    let digits = bytes.prefix(while: isDigit).prefix(counts.upperBound)
    guard digits.count >= counts.lowerBound, let number = Int(String(Substring(digits))) else {
      return nil
    }
    bytes = bytes.dropFirst(digits.count)
    return number
  }

  /// One to six digits after the point, in microseconds.
  mutating func fraction() -> Int? {
    let count = bytes.prefix(while: isDigit).count
    guard let number = digits(1...6) else { return nil }
    return (min(count, 6)..<6).reduce(number) { number, _ in number * 10 }
  }
}

extension Substring.UnicodeScalarView {
  fileprivate func utf8Bytes(of text: Substring) -> Substring.UTF8View {
    text[startIndex...].utf8
  }
}

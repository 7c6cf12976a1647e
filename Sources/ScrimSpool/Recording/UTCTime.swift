/// Times as text in the history: RFC 3339 in UTC with milliseconds, 24 characters that sort by time.
package enum UTCTime {
  package static let length = 24

  /// As in `2026-11-24T05:01:02.123Z`.
  ///
  /// - Parameter milliseconds: UTC, milliseconds since 1970; years 1970 to 9999.
  /// - Returns: The text.
  package static func text(of milliseconds: Int) -> String {
    let milliseconds = min(max(milliseconds, 0), 253_402_300_799_999)
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let (year, month, day) = date(ofDay: days)
    return digits(year, 4) + "-" + digits(month, 2) + "-" + digits(day, 2) + "T"
      + digits(rest / 3_600_000, 2) + ":" + digits(rest / 60_000 % 60, 2) + ":"
      + digits(rest / 1000 % 60, 2) + "." + digits(rest % 1000, 3) + "Z"
  }

  /// Reads the format of ``text(of:)``.
  package static func milliseconds(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == length else { return nil }
    func number(_ range: Range<Int>) -> Int? { Int(String(decoding: bytes[range], as: UTF8.self)) }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      let millisecond = number(20..<23)
    else { return nil }
    let seconds = ((self.day(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    let time = seconds * 1000 + millisecond
    return self.text(of: time) == text ? time : nil
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  /// Howard Hinnant's "chrono-compatible low-level date algorithms", for days from 1970 on. Years begin in March, so
  /// that a leap day is the last one.
  private static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let (era, yearOfEra) = (shifted / 400, shifted % 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

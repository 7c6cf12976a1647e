import ScrimJSON
import ScrimLinux

/// A date of the Gregorian calendar, as its author wrote it: without a time zone.
struct CivilDate {
  let date: GregorianDate
  /// `nil` for a date without a time.
  let time: (hour: Int, minute: Int, second: Int)?

  /// Reads ISO 8601: `2026-11-28`, with a time after `T` or a space, whose seconds, fraction and zone are optional. The
  /// zone is not applied.
  init?(_ text: String) {
    var fields = Fields(text)
    guard let year = fields.digits(4...4), fields.take("-"), let month = fields.digits(2...2),
      fields.take("-"), let day = fields.digits(2...2),
      let date = GregorianDate(year: year, month: month, day: day)
    else { return nil }
    self.date = date
    guard !fields.isAtEnd else {
      time = nil
      return
    }
    guard fields.take("T") || fields.take(" "), let hour = fields.digits(2...2), fields.take(":"),
      let minute = fields.digits(2...2), hour < 24, minute < 60
    else { return nil }
    var second = 0
    if fields.take(":") {
      guard let seconds = fields.digits(2...2), seconds < 60 else { return nil }
      second = seconds
      if fields.take("."), fields.fraction() == nil { return nil }
    }
    if !fields.take("Z"), fields.take("+") || fields.take("-") {
      guard fields.digits(2...2) != nil else { return nil }
      _ = fields.take(":")
      guard fields.isAtEnd || fields.digits(2...2) != nil else { return nil }
    }
    guard fields.isAtEnd else { return nil }
    time = (hour, minute, second)
  }

  /// From Sunday, 0.
  var weekday: Int { ((date.daysSince1970 + 4) % 7 + 7) % 7 }
}

/// Why a pattern cannot be used.
struct DatePatternError: Error {
  let message: String
}

extension CivilDate {
  /// The letters of patterns, as in "Date Field Symbol Table" of UTS #35.
  static let fields =
    "y, yy, yyyy, M, MM, MMM, MMMM, LLL, LLLL, d, dd, E, EEEE, ccc, cccc, H, HH, h, hh, m, mm, s, ss, a"

  /// The date in a pattern.
  ///
  /// - Parameters:
  ///   - pattern: Letters of ``fields``; text in apostrophes; other characters as they are.
  ///   - language: Where names come from; `nil` if it was not given.
  /// - Returns: The text.
  /// - Throws: ``DatePatternError``.
  func text(_ pattern: String, _ language: Language?) throws(DatePatternError) -> String {
    var result = ""
    var rest = pattern[...]
    while let first = rest.first {
      if first == "'" {
        rest.removeFirst()
        if rest.first == "'" {
          result += "'"
          rest.removeFirst()
          continue
        }
        while let next = rest.first {
          rest.removeFirst()
          if next == "'" {
            guard rest.first == "'" else { break }
            rest.removeFirst()
          }
          result.append(next)
        }
        continue
      }
      guard first.isASCII, first.isLetter else {
        result.append(first)
        rest.removeFirst()
        continue
      }
      let field = rest.prefix { $0 == first }
      rest = rest.dropFirst(field.count)
      result += try text(ofField: String(field), language)
    }
    return result
  }

  private func text(
    ofField field: String, _ language: Language?
  ) throws(DatePatternError) -> String {
    func padded(_ number: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, field.count - text.count)) + text
    }
    func name(_ names: KeyPath<Language, [String]>, _ index: Int) throws(DatePatternError) -> String
    {
      guard let language else {
        throw DatePatternError(message: "\"\(field)\" is a name: give the language as argument 3.")
      }
      return language[keyPath: names][index]
    }
    func clock() throws(DatePatternError) -> (hour: Int, minute: Int, second: Int) {
      guard let time else {
        throw DatePatternError(message: "\"\(field)\" is of a time, but the date has none.")
      }
      return time
    }
    switch field {
    case "y", "yyyy": return padded(date.year)
    case "yy": return padded(date.year % 100)
    case "M", "MM", "L", "LL": return padded(date.month)
    case "MMM": return try name(\.shortMonths, date.month - 1)
    case "MMMM": return try name(\.months, date.month - 1)
    case "LLL": return try name(\.shortMonthsAlone, date.month - 1)
    case "LLLL": return try name(\.monthsAlone, date.month - 1)
    case "d", "dd": return padded(date.day)
    case "E", "EE", "EEE": return try name(\.shortWeekdays, weekday)
    case "EEEE": return try name(\.weekdays, weekday)
    case "ccc": return try name(\.shortWeekdaysAlone, weekday)
    case "cccc": return try name(\.weekdaysAlone, weekday)
    case "H", "HH": return padded(try clock().hour)
    case "h", "hh": return padded((try clock().hour + 11) % 12 + 1)
    case "m", "mm": return padded(try clock().minute)
    case "s", "ss": return padded(try clock().second)
    case "a": return try name(\.halvesOfDay, try clock().hour / 12)
    default:
      throw DatePatternError(
        message:
          "\"\(field)\" is not a field of a pattern: allowed are \(Self.fields), and text in apostrophes."
      )
    }
  }
}

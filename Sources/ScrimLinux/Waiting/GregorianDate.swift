/// A day of the Gregorian calendar, from the year 1 on.
package struct GregorianDate: Equatable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int

  /// - Returns: `nil` if the calendar does not have the day.
  package init?(year: Int, month: Int, day: Int) {
    guard year >= 1, (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day so many days after 1970-01-01; before it they are negative.
  package init(daysSince1970 days: Int) {
    let shifted = days + Self.daysBefore1970
    let (era, ofEra) = (shifted / 146_097, shifted % 146_097)
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * ofYear + 2) / 153
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    day = ofYear - (153 * fromMarch + 2) / 5 + 1
  }

  /// Days since 1970-01-01, counted in years that begin in March.
  package var daysSince1970: Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
      - Self.daysBefore1970
  }

  /// From the first of March of the year 0.
  private static let daysBefore1970 = 719_468

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

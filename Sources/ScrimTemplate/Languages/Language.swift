import ScrimJSON

/// How a language writes numbers and dates: a line of `languages.txt`, which `Tools/languages` makes of the CLDR.
package struct Language {
  let point: String
  let group: String
  /// Digits of the last group, and of those before it: 3 and 2 in Hindi.
  let groupSizes: (last: Int, other: Int)
  /// The least number of digits before the first separator: 2 in Spanish, which writes 1234 and 12.345.
  let leastLeadingDigits: Int
  let minus: String
  /// A percentage, with `#` for the number.
  let percent: String
  /// Names as within a date.
  let months, shortMonths: [String]
  /// Names by themselves, in the nominative.
  let monthsAlone, shortMonthsAlone: [String]
  /// From Sunday.
  let weekdays, shortWeekdays, weekdaysAlone, shortWeekdaysAlone: [String]
  let halvesOfDay: [String]

  private static let lines = String(decoding: PackageResources.languages_txt, as: UTF8.self)
    .utf8.split(separator: UInt8(ascii: "\n")).compactMap {
      Substring($0).first == "#" ? nil : Substring($0)
    }

  /// The tags that are known, as in `de-CH`.
  package static let tags: [String] = lines.compactMap { line in
    line.prefix { $0 != "|" && $0 != "=" }.description
  }

  /// The language of a BCP 47 tag, in any case, with `-` or `_`; `nil` if it is not known.
  init?(_ tag: String) {
    let tag = tag.lowercased().split(separator: "_", omittingEmptySubsequences: false)
      .joined(separator: "-")
    for line in Self.lines {
      let name = line.prefix { $0 != "|" && $0 != "=" }
      guard name.lowercased() == tag else { continue }
      if line.contains("="), !line.contains("|") {
        self.init(String(line.dropFirst(name.count + 1)))
      } else {
        self.init(fields: line.split(separator: "|", omittingEmptySubsequences: false))
      }
      return
    }
    return nil
  }

  private init?(fields: [Substring]) {
    guard fields.count == 17, let last = Int(fields[3]), let other = Int(fields[4]),
      let least = Int(fields[5])
    else { return nil }
    func list(_ index: Int) -> [String] { fields[index].split(separator: ";").map(String.init) }
    (point, group) = (String(fields[1]), String(fields[2]))
    (groupSizes, leastLeadingDigits) = ((last, other), least)
    (minus, percent) = (String(fields[6]), String(fields[7]))
    (months, shortMonths, monthsAlone, shortMonthsAlone) = (list(8), list(9), list(10), list(11))
    (weekdays, shortWeekdays) = (list(12), list(13))
    (weekdaysAlone, shortWeekdaysAlone) = (list(14), list(15))
    halvesOfDay = list(16)
  }

  /// A number with the language's separators.
  func text(of number: Decimal) -> String {
    var digits = number.whole
    var text = ""
    if digits.count >= groupSizes.last + leastLeadingDigits {
      text = group + digits.suffix(groupSizes.last)
      digits.removeLast(groupSizes.last)
      while digits.count > groupSizes.other {
        text = group + digits.suffix(groupSizes.other) + text
        digits.removeLast(groupSizes.other)
      }
    }
    return (number.isNegative ? minus : "") + digits + text
      + (number.fraction.isEmpty ? "" : point + number.fraction)
  }

  /// A number as a percentage.
  func percentage(_ number: Decimal) -> String {
    percent.split(separator: "#", omittingEmptySubsequences: false).joined(
      separator: text(of: number))
  }
}

import Glibc

/// Times as in RFC 3339: `2026-11-24T09:00:00Z`, or with an offset such as `+01:00`.
package enum Timestamp {
  /// Milliseconds since 1970 that have 13 digits: from 2001 to 2286.
  package static let times = 1_000_000_000_000...9_999_999_999_999

  /// Characters of ``text(ofMilliseconds:)``.
  package static let length = 24

  /// Reads a time.
  ///
  /// - Returns: UTC, milliseconds since 1970; digits beyond milliseconds are dropped. `nil` if the text is not a time
  ///   of the years 2001 to 2286, whose milliseconds have 13 digits.
  package static func milliseconds(of text: String) -> Int? {
    var rest = text.utf8[...]
    guard let year = number(4, in: &rest), take("-", from: &rest),
      let month = number(2, in: &rest), take("-", from: &rest),
      let day = number(2, in: &rest), take("T", from: &rest) || take("t", from: &rest),
      let hour = number(2, in: &rest), take(":", from: &rest),
      let minute = number(2, in: &rest), take(":", from: &rest),
      let second = number(2, in: &rest),
      let date = GregorianDate(year: year, month: month, day: day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      let fraction = fraction(in: &rest), let offset = offset(in: &rest), rest.isEmpty
    else { return nil }
    let minutes = (date.daysSince1970 * 24 + hour) * 60 + minute - offset
    let time = (minutes * 60 + second) * 1000 + fraction
    return times.contains(time) ? time : nil
  }

  /// The time in UTC with milliseconds, as in `2026-11-24T05:01:02.123Z`: 24 characters that sort by time.
  package static func text(ofMilliseconds time: Int) -> String {
    let (seconds, fraction) = (time / 1000, time % 1000)
    let (days, rest) = (seconds / 86_400, seconds % 86_400)
    let date = GregorianDate(daysSince1970: days)
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].map { padded($0) }.joined(separator: ":")
    return
      "\(date.year)-\(padded(date.month))-\(padded(date.day))T\(clock).\(padded(fraction, to: 3))Z"
  }

  private static func padded(_ number: Int, to digits: Int = 2) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func take(_ character: Unicode.Scalar, from rest: inout Substring.UTF8View) -> Bool
  {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ digits: Int, in rest: inout Substring.UTF8View) -> Int? {
    let head = rest.prefix(digits)
    guard head.count == digits, head.allSatisfy(isDigit) else { return nil }
    rest.removeFirst(digits)
    return head.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Milliseconds of `.123`; 0 if there is no fraction, `nil` if it has no digits.
  private static func fraction(in rest: inout Substring.UTF8View) -> Int? {
    guard take(".", from: &rest) else { return 0 }
    let digits = rest.prefix(while: isDigit)
    guard !digits.isEmpty else { return nil }
    rest.removeFirst(digits.count)
    return (Array(digits.prefix(3)) + [UInt8](repeating: UInt8(ascii: "0"), count: 3)).prefix(3)
      .reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Minutes of `Z` or `+01:00`.
  private static func offset(in rest: inout Substring.UTF8View) -> Int? {
    if take("Z", from: &rest) || take("z", from: &rest) { return 0 }
    let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
    guard take("+", from: &rest) || take("-", from: &rest),
      let hours = number(2, in: &rest), take(":", from: &rest), let minutes = number(2, in: &rest),
      (0...23).contains(hours), (0...59).contains(minutes)
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}

/// The clock of job IDs and tickets.
package enum WallClock {
  /// UTC, milliseconds since 1970. At least a time in 2001, in case the clock is not set yet, so that IDs have 13
  /// digits and sort as text.
  package static var milliseconds: Int {
    max(1_000_000_000_000, nanoseconds / 1_000_000)
  }

  /// UTC, nanoseconds since 1970, like file times.
  package static var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

extension Duration {
  /// Integer milliseconds, rounded down.
  package var wholeMilliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}

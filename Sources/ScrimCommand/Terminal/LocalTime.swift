import Glibc
import ScrimLinux

/// Times as people write and read them.
package enum LocalTime {
  /// With its offset, as in `2026-11-24 03:10:05 +0000`.
  ///
  /// - Parameter milliseconds: UTC, since 1970.
  /// - Returns: The text.
  package static func text(of milliseconds: Int) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%S %z", &parts)
    return String(decoding: buffer[..<count].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// The time since then, in its largest unit.
  package static func age(of milliseconds: Int) -> String {
    let seconds = max(0, time(nil) - milliseconds / 1000)
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7200: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3600) h"
    default: return "\(seconds / 86_400) d"
    }
  }

  /// Reads a local date or time, a time ago, or a word such as "yesterday".
  ///
  /// - Returns: UTC, milliseconds since 1970; `nil` for other texts.
  package static func milliseconds(_ text: String, now: Int = WallClock.milliseconds) -> Int? {
    switch text {
    case "now": return now
    case "today": return midnight(daysAgo: 0, now)
    case "yesterday": return midnight(daysAgo: 1, now)
    default: break
    }
    for (unit, seconds) in [
      ("min", 60), ("sec", 1), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400),
    ] {
      if text.hasSuffix(unit), let count = Int(text.dropLast(unit.count)) {
        return (0...1_000_000).contains(count) ? now - count * seconds * 1000 : nil
      }
    }
    var seconds = time_t(now / 1000)
    var today = tm()
    localtime_r(&seconds, &today)
    // A date, a time of day, or both.
    let words = text.split { $0 == " " || $0 == "T" }
    guard (1...2).contains(words.count) else { return nil }
    var parts = today
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (0, 0, 0)
    for (index, word) in words.enumerated() {
      let dates = word.split(separator: "-", omittingEmptySubsequences: false)
      let times = word.split(separator: ":", omittingEmptySubsequences: false)
      if index == 0, dates.count == 3, let year = number(dates[0], 1970...9999),
        let month = number(dates[1], 1...12), let day = number(dates[2], 1...31)
      {
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
      } else if index == words.count - 1, (2...3).contains(times.count),
        let hour = number(times[0], 0...23), let minute = number(times[1], 0...59),
        let second = times.count == 3 ? number(times[2], 0...60) : 0
      {
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
      } else {
        return nil
      }
    }
    // Summer time or not, as on that day.
    parts.tm_isdst = -1
    return Int(mktime(&parts)) * 1000
  }

  /// Reads a date or time for which something is planned: local or as in RFC 3339, or a time from now such as `+30min`.
  ///
  /// - Returns: UTC, milliseconds since 1970; `nil` for other texts.
  package static func planned(_ text: String, now: Int = WallClock.milliseconds) -> Int? {
    if let time = Timestamp.milliseconds(of: text) { return time }
    if text.hasPrefix("+") {
      let span = text.dropFirst()
      guard span.first?.isNumber == true, !span.contains(":"), !span.contains("-") else {
        return nil
      }
      return milliseconds(String(span), now: now).map { 2 * now - $0 }
    }
    guard text.contains(":") || text.contains("-") else { return nil }
    return milliseconds(text, now: now)
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int32>) -> Int32? {
    Int32(text).flatMap { range.contains($0) ? $0 : nil }
  }

  private static func midnight(daysAgo days: Int32, _ now: Int) -> Int {
    var seconds = time_t(now / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (0, 0, 0)
    parts.tm_mday -= days
    parts.tm_isdst = -1
    return Int(mktime(&parts)) * 1000
  }
}

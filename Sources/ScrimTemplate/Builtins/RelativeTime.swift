extension Duration {
  /// Reads an offset such as "2 days 3 hours" or "-1h30m": years, months, weeks, days, hours, minutes and seconds, each
  /// at most once and in this order. A month is 30 days, a year 365.
  init?(relativeTime text: String) {
    var fields = Fields(text)
    fields.skipSpace()
    let isPast = fields.take("-")
    if isPast { fields.skipSpace() }
    _ = fields.take("+")
    fields.skipSpace()
    var seconds = 0
    var units = Self.units[...]
    while !fields.isAtEnd {
      guard let number = fields.digits(1...18) else { return nil }
      fields.skipSpace()
      guard let unit = units.firstIndex(where: { $0.names.contains { fields.take($0) } }) else {
        return nil
      }
      let (amount, overflow) = number.multipliedReportingOverflow(by: units[unit].seconds)
      let (sum, sumOverflow) = seconds.addingReportingOverflow(amount)
      guard !overflow, !sumOverflow else { return nil }
      seconds = sum
      units = units[(unit + 1)...]
      fields.skipSpace()
    }
    self = .seconds(isPast ? -seconds : seconds)
  }

  /// Longer names come before those that they begin with.
  private static let units: [(names: [String], seconds: Int)] = [
    (["years", "year", "yr", "y"], 365 * 86_400), (["months", "month", "mo"], 30 * 86_400),
    (["weeks", "week", "wk", "w"], 7 * 86_400), (["days", "day", "d"], 86_400),
    (["hours", "hour", "hr", "h"], 3_600), (["minutes", "minute", "min", "m"], 60),
    (["seconds", "second", "sec", "s"], 1),
  ]
}

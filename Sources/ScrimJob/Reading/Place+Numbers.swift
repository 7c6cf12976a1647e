import ScrimJSON
@_spi(Host) import ScrimKit

/// The ranges of lengths in a job. Larger values are mistyped, and Cairo's coordinates end at 2²³.
enum LengthRange {
  static let distance: ClosedRange<Double> = -1_000_000...1_000_000
  static let size: ClosedRange<Double> = 0...1_000_000
  static let percent: ClosedRange<Double> = -10_000...10_000
}

extension Place {
  func number(in range: ClosedRange<Double>, unit: String = "") -> Double? {
    if unit == ParameterUnit.pixels.suffix, let text = node.string,
      let measure = collector.units.measure(text)
    {
      return pixels(measure, written: text, in: range)
    }
    guard let number = node.number else {
      let share = range == 0...1 ? meantShare : nil
      reportType(expected: "a number (\(range.words)\(unit))", meant: share ?? meantNumber)
      return nil
    }
    guard range.contains(number) else {
      reportRange("\(range.words)\(unit)")
      return nil
    }
    return number
  }

  /// A number with a unit in px.
  private func pixels(
    _ measure: LengthUnits.Measure, written text: String, in range: ClosedRange<Double>
  ) -> Double? {
    switch measure {
    case .pixels(let number) where range.contains(number): return number
    case .pixels(let number):
      report(.outOfRange, "\(Self.words(text, number)) is outside \(range.words) px.")
    case .unknown(let reason): report(.invalidValue, "\(found) \(reason).")
    }
    return nil
  }

  func whole(in range: ClosedRange<Int>) -> Int? {
    let words = "\(range.lowerBound)…\(range.upperBound)"
    // Beyond 2⁵³ there are no fractions, so the error of such a number is its size.
    guard let number = node.number, number.magnitude >= 0x1p53 || number.rounded() == number
    else {
      reportType(expected: "a whole number (\(words))", meant: meantNumber)
      return nil
    }
    guard let whole = Int(exactly: number), range.contains(whole) else {
      reportRange(words)
      return nil
    }
    return whole
  }

  /// Reads a number of px, or a percentage; both at least 0 if the range of px starts there.
  func length(in range: ClosedRange<Double>) -> Length? {
    guard let length = value(Length.self) else { return nil }
    let percent = max(LengthRange.percent.lowerBound, range.lowerBound == 0 ? 0 : -.infinity)
    switch length {
    case .pixels(let pixels) where !range.contains(pixels):
      let written = node.string.map { Self.words($0, pixels) } ?? found
      report(.outOfRange, "\(written) is outside \(range.words) px.")
      return nil
    case .percent(let share) where !(percent...LengthRange.percent.upperBound).contains(share):
      reportRange("\((percent...LengthRange.percent.upperBound).words) %")
      return nil
    default:
      return length
    }
  }

  /// Reads two lengths.
  func point(in range: ClosedRange<Double>) -> LengthPoint? {
    guard let point = value(LengthPoint.self) else { return nil }
    let good = (items ?? []).compactMap { $0.length(in: range) }
    return good.count == 2 ? point : nil
  }

  /// Reads one number for four sides, or a list of two or four, px.
  func insets(in range: ClosedRange<Double>) -> Insets? {
    guard isList(of: [2, 4], orOne: Insets.syntax), let insets = value(Insets.self)
    else { return nil }
    let numbers = items ?? [self]
    let good = numbers.compactMap { $0.number(in: range, unit: " px") }
    return good.count == numbers.count ? insets : nil
  }

  /// Reads one number, or a list of two.
  func pair<Pair: NumberPair>(
    _ type: Pair.Type, in range: ClosedRange<Double>, unit: String
  ) -> Pair? {
    guard isList(of: [2], orOne: Pair.syntax), let pair = value(Pair.self) else { return nil }
    let numbers = items ?? [self]
    let good = numbers.compactMap { place -> Double? in
      guard let number = place.number(in: range, unit: unit) else { return nil }
      guard abs(number) < Pair.smallest else { return number }
      let least = Pair.smallest
      place.reportRange(
        "\((range.lowerBound...(-least)).words) and \((least...range.upperBound).words)\(unit)")
      return nil
    }
    guard good.count == numbers.count else { return nil }
    if let violation = pair.violation {
      report(.outOfRange, violation)
      return nil
    }
    return pair
  }

  /// Reads one radius for four corners, or a list of four.
  func cornerRadii(in range: ClosedRange<Double>) -> CornerRadii? {
    guard
      isList(of: [4], orOne: "a radius or four (top left, top right, bottom right, bottom left)")
    else { return nil }
    let corners = items ?? [self]
    let good = corners.filter {
      let isWord = $0.node.string?.first?.isLetter == true
      return isWord || $0.length(in: range) != nil
    }
    return good.count == corners.count ? value(CornerRadii.self) : nil
  }

  private func isList(of counts: Set<Int>, orOne expected: String) -> Bool {
    guard let count = items?.count, !counts.contains(count) else { return true }
    report(.outOfRange, "expected \(expected), found a list of \(count).")
    return false
  }

  /// The number intended by a string such as "5", "5px" or "90deg".
  var meantNumber: String? {
    guard let text = node.string else { return nil }
    let unit = ["px", "deg", "°"].first { text.hasSuffix($0) } ?? ""
    guard let number = Double(text.dropLast(unit.count)), number.isFinite else { return nil }
    return number.words
  }

  /// The share intended by a percentage such as "50%".
  private var meantShare: String? {
    guard let text = node.string, text.hasSuffix("%"), let number = Double(text.dropLast()) else {
      return nil
    }
    return (number / 100).words
  }

  func reportRange(_ range: String) {
    report(.outOfRange, "\(found) is outside \(range).")
  }
}

extension ClosedRange<Double> {
  var words: String { "\(lowerBound.words)…\(upperBound.words)" }
}

extension Double {
  /// The shortest decimal form; integers have no decimal point.
  package var words: String {
    magnitude < 0x1p53 && rounded() == self ? String(Int(self)) : description
  }
}

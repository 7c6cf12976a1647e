internal import CPango

extension String {
  /// The letters that join with others, as UTF-8 offsets: letter spacing would tear them, so they get none, unlike the
  /// spaces between them (CSS Text 4 §8.3 and appendix D; Unicode's property Joining_Type). Marks belong to the letter
  /// before them.
  var cursiveRanges: [Range<Int>] {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return [] }
    var (ranges, offset): ([Range<Int>], Int) = ([], 0)
    var isCursive = false
    for scalar in unicodeScalars {
      let end = offset + UTF8.width(scalar)
      let script = g_unichar_get_script(scalar.value)
      if script != G_UNICODE_SCRIPT_INHERITED {
        // Tatweel, which several scripts use.
        isCursive = Self.cursive.contains(script.rawValue) || scalar == "\u{640}"
      }
      if isCursive, let last = ranges.last, last.upperBound == offset {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else if isCursive {
        ranges.append(offset..<end)
      }
      offset = end
    }
    return ranges
  }

  private static let cursive: Set<Int32> = Set(
    [
      G_UNICODE_SCRIPT_ADLAM, G_UNICODE_SCRIPT_ARABIC, G_UNICODE_SCRIPT_CHORASMIAN,
      G_UNICODE_SCRIPT_HANIFI_ROHINGYA, G_UNICODE_SCRIPT_MANDAIC, G_UNICODE_SCRIPT_MANICHAEAN,
      G_UNICODE_SCRIPT_MONGOLIAN, G_UNICODE_SCRIPT_NKO, G_UNICODE_SCRIPT_OLD_UYGHUR,
      G_UNICODE_SCRIPT_PHAGS_PA, G_UNICODE_SCRIPT_PSALTER_PAHLAVI, G_UNICODE_SCRIPT_SOGDIAN,
      G_UNICODE_SCRIPT_SYRIAC,
    ].map(\.rawValue))
}

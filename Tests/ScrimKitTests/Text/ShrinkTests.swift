@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  @Suite struct ShrinkTests {
    let type: Typesetter
    let words = "Shrink this headline until it fits"

    init() throws { type = try Typesetter() }

    private func size(
      _ string: String, _ available: AvailableSize, from size: Double = 60,
      _ change: (inout TextSpec) -> Void = { _ in }
    ) throws -> Double {
      try type.set(string, Typesetter.latin, available: available) {
        $0.size = size
        $0.fit = .shrink
        change(&$0)
      }.spec.size
    }

    @Test func whatFitsKeepsItsSize() throws {
      #expect(try size(words, AvailableSize(width: 2000, height: 100)) == 60)
      #expect(try size(words, AvailableSize(), from: 33.3) == 33.3)
    }

    /// The largest of the grid: an eighth more would not fit.
    @Test(arguments: [100.0, 140, 333, 600])
    func theLargestThatFits(width: Double) throws {
      for height in [40.0, 90, 150] {
        let available = AvailableSize(width: width, height: height)
        let found = try size(words, available)
        #expect(found <= 60 && (found * 8).rounded() == found * 8)
        func fits(_ size: Double) throws -> Bool {
          let text = try type.set(words, Typesetter.latin, available: available) { $0.size = size }
          return text.naturalSize.width <= width + 0.01 && text.naturalSize.height <= height + 0.01
        }
        #expect(try fits(found))
        #expect(try found == 60 || !fits(found + 0.125))
      }
    }

    @Test func moreRoomIsNeverASmallerSize() throws {
      var last = 0.0
      for width in stride(from: 60.0, through: 400, by: 7.3) {
        let found = try size(words, AvailableSize(width: width, height: 70))
        #expect(found >= last)
        last = found
      }
    }

    @Test func wordsAreNotBroken() throws {
      let available = AvailableSize(width: 100, height: 300)
      let narrow = try size("incomprehensible", available)
      let breaking = try size("incomprehensible", available) { $0.wrap = .wordCharacter }
      #expect(narrow == breaking)
      let text = try type.set("incomprehensible", Typesetter.latin, available: available) {
        $0.size = narrow
      }
      #expect(text.lines.count == 1)
      // Below `minSize` breaking is better than nothing.
      let broken = try type.set("incomprehensible", Typesetter.latin, available: available) {
        $0.size = 60
        $0.minSize = 40
        $0.fit = .shrink
        $0.wrap = .wordCharacter
      }
      #expect(broken.lines.count > 1 && broken.spec.size > 40)
    }

    @Test func linesCount() throws {
      let one = try size(words, AvailableSize(width: 300)) { $0.maxLines = 1 }
      let two = try size(words, AvailableSize(width: 300)) { $0.maxLines = 2 }
      #expect(one < two && two < 60)
      let text = try type.set(words, Typesetter.latin, available: AvailableSize(width: 300)) {
        $0.size = two
      }
      #expect(text.lines.count == 2)
    }

    @Test func spacingDoesNotShrink() throws {
      let available = AvailableSize(width: 300)
      let plain = try size(words, available) { $0.maxLines = 1 }
      let spaced = try size(words, available) {
        $0.maxLines = 1
        $0.letterSpacing = 4
      }
      #expect(spaced < plain)
      let text = try type.set(words, Typesetter.latin, available: available) {
        $0.maxLines = 1
        $0.letterSpacing = 4
        $0.size = 60
        $0.fit = .shrink
      }
      #expect(text.spec.letterSpacing == 4)
    }

    private func diagnostic(
      _ available: AvailableSize, _ change: (inout TextSpec) -> Void
    ) throws -> TextDiagnostic? {
      do {
        _ = try size(words, available, change)
        return nil
      } catch let diagnostic as TextDiagnostic {
        return diagnostic
      }
    }

    @Test func belowMinSizeIsAnError() throws {
      let found = try diagnostic(AvailableSize(width: 300)) {
        $0.maxLines = 1
        $0.minSize = 30
      }
      let fitting = try size(words, AvailableSize(width: 300)) { $0.maxLines = 1 }
      #expect(found?.code == .textOverflow && found?.key == "minSize")
      #expect(
        found?.message
          == "the text does not fit at 30 px; it would at \(fitting) px. Make the frame larger, or "
          + "set \"ellipsis\": \"end\", \"overflow\": \"clip\" or \"overflow\": \"visible\".")
      let never = try diagnostic(AvailableSize(width: 300, height: 0.5)) { _ in }
      #expect(never?.key == "string")
      #expect(
        never?.message
          == "the text does not fit at 1 px, nor at any smaller size. Make the frame larger, or "
          + "set \"ellipsis\": \"end\", \"overflow\": \"clip\" or \"overflow\": \"visible\".")
    }

    @Test func overflowAndEllipsisStartAtMinSize() throws {
      for overflow in [TextOverflow.clip, .visible] {
        #expect(
          try size(words, AvailableSize(width: 300)) {
            $0.maxLines = 1
            $0.minSize = 30.3
            $0.overflow = overflow
          } == 30.3)
      }
      let text = try type.set(words, Typesetter.latin, available: AvailableSize(width: 300)) {
        $0.size = 60
        $0.maxLines = 1
        $0.minSize = 30
        $0.fit = .shrink
        $0.ellipsis = .end
      }
      #expect(text.spec.size == 30 && text.string.hasSuffix("…") && text.lines.count == 1)
    }
  }
}

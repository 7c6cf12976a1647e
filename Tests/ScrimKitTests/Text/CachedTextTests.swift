@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// What is kept of texts must not be seen, but for the time that it saves.
  @Suite struct CachedTextTests {
    private let setter: Typesetter
    private static let words = "Words that come again, in lines that wrap: \u{5d0}\u{5d1} 😀"

    init() throws {
      setter = try Typesetter()
      setter.library.setTextCacheLimit(bytes: 1 << 20)
    }

    private typealias Change = (inout TextSpec) -> Void

    private func set(_ available: AvailableSize, _ change: Change) throws -> TextLayout {
      try setter.set(Self.words, Typesetter.latin, available: available) {
        $0.missingGlyphs = .allow
        change(&$0)
      }
    }

    private let ways: [(available: AvailableSize, change: Change)] = [
      (AvailableSize(), { _ in }),
      (AvailableSize(width: 150), { _ in }),
      (AvailableSize(width: 151), { _ in }),
      (AvailableSize(width: 150), { $0.color = .white }),
      (AvailableSize(width: 150), { $0.align = .justify }),
      (AvailableSize(width: 150, height: 40), { $0.fit = .shrink }),
      (AvailableSize(width: 150, height: 60), { $0.ellipsis = .end }),
      (AvailableSize(width: 150), { $0.letterSpacing = 1 }),
    ]

    /// The third time each is found, and it is what it would be if it were laid out.
    @Test func aTextThatComesAgainIsTheSame() throws {
      for turn in 0..<4 {
        for (available, change) in ways {
          let before = setter.library.textsFound
          let text = try set(available, change)
          #expect(setter.library.textsFound - before == (turn < 2 ? 0 : 1))
          let fresh = try Typesetter().set(Self.words, Typesetter.latin, available: available) {
            $0.missingGlyphs = .allow
            change(&$0)
          }
          #expect(text.lines == fresh.lines)
          #expect(text.clusters == fresh.clusters)
          #expect(text.string == fresh.string)
          #expect(text.spec == fresh.spec)
          #expect(text.paint == fresh.paint)
          #expect(text.naturalSize == fresh.naturalSize)
          let area = fresh.ink.grown(by: 2)
          let pixels = try text.drawn(over: area)
          let expected = try fresh.drawn(over: area)
          #expect(pixels.distance(to: expected) == 0)
        }
      }
    }

    @Test func whatIsDoneToATextIsNotKept() throws {
      let available = AvailableSize(width: 150)
      for _ in 0..<4 {
        let text = try set(available) { _ in }
        #expect(text.lines.count { $0.isDrawn } == text.lines.count)
        #expect(text.box == .empty)
        let box = Rect(x: 10, y: 10, width: 150, height: 200)
        let hidden = text.placed(in: box, paintBox: box).showing { $0 == 0 }
        #expect(hidden.lines.count { $0.isDrawn } == 1)
      }
      #expect(setter.library.textsFound == 2)
    }

    @Test func anErrorIsOneEachTime() throws {
      for _ in 0..<4 {
        #expect(throws: TextDiagnostic.self) {
          try setter.set("words", "No Such Font", available: AvailableSize()) {
            $0.fontFallback = .error
          }
        }
      }
      #expect(setter.library.textsFound == 0)
    }

    @Test func noMoreIsKeptThanAllowed() throws {
      setter.library.setTextCacheLimit(bytes: 512)
      for _ in 0..<4 { _ = try set(AvailableSize()) { _ in } }
      #expect(setter.library.textsFound == 0)
      setter.library.setTextCacheLimit(bytes: 0)
      for _ in 0..<4 { _ = try set(AvailableSize()) { _ in } }
      #expect(setter.library.textsFound == 0)
    }
  }
}

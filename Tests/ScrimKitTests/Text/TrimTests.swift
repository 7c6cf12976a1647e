@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// CSS Inline 3 §5, `text-box-trim`.
  @Suite struct TrimTests {
    let type: Typesetter

    init() throws { type = try Typesetter() }

    /// DejaVu Sans: capitals are 1493 of 2048 units high.
    private let cap = 1493.0 / 2048

    @Test func fromCapitalsToTheBaseline() throws {
      let one = try type.set("Hxg", Typesetter.latin) { $0.textBoxTrim = .cap }
      #expect(isNear(one.naturalSize.height, 20 * cap, within: 0.05))
      let two = try type.set("Hxg\nHxg", Typesetter.latin) { $0.textBoxTrim = .cap }
      let pitch = two.lines[1].baseline - two.lines[0].baseline
      #expect(isNear(two.naturalSize.height, 20 * cap + pitch, within: 0.05))
    }

    /// Whatever its first words are.
    @Test(arguments: [
      "<span size='45%'>€</span>49", "<span size='150%'>4</span>9", "49<span size='45%'>€</span>",
      "😀 49", "<span font_family='DejaVu Serif'>4</span>9",
    ])
    func ofTheTextsOwnSize(markup: String) throws {
      let text = try type.set(markup: markup, Typesetter.latin) { $0.textBoxTrim = .cap }
      #expect(isNear(text.naturalSize.height, 20 * cap, within: 0.05))
    }

    /// The size that fits is that at which the trimmed block does.
    @Test(arguments: [TextBoxTrim.cap, .ink])
    func fitHeedsIt(trim: TextBoxTrim) throws {
      let room = AvailableSize(width: 1000, height: 100)
      let text = try type.set("HXH", Typesetter.latin, available: room) {
        ($0.textBoxTrim, $0.fit, $0.wrap) = (trim, .grow, .none)
      }
      #expect(text.naturalSize.height <= 100.01 && text.naturalSize.height > 99)
      #expect(isNear(text.spec.size, 100 / cap, within: 1.5))
      let small = try type.set(
        "HXH", Typesetter.latin, available: AvailableSize(width: 1000, height: 20 * cap + 0.1)
      ) { ($0.textBoxTrim, $0.fit) = (trim, .shrink) }
      #expect(isNear(small.spec.size, 20, within: 0.3))
    }
  }
}

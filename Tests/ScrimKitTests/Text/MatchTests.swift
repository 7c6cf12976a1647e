@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  @Suite struct MatchTests {
    let type: Typesetter
    let advance = Typesetter.monoAdvance * 20

    init() throws { type = try Typesetter() }

    @Test func everyOccurrence() throws {
      let text = try type.set("cat and cat,\nCat or concat")
      let found = text.rectangles(matching: "cat")
      #expect(found.map { ($0.left / advance).rounded() } == [0, 8, 10])
      #expect(found.map(\.top) == [0, 0, text.lines[1].rectangle.top])
      for rect in found {
        #expect(isNear(rect.width, 3 * advance))
        #expect(isNear(rect.height, text.lines[0].rectangle.height))
      }
    }

    @Test func occurrencesDoNotOverlap() throws {
      #expect(try type.set("aaaa").rectangles(matching: "aa").count == 2)
      #expect(try type.set("aaa").rectangles(matching: "aa").count == 1)
    }

    @Test func acrossASoftWrap() throws {
      let text = try type.set("aaaa bbbb cccc", width: 10 * advance)
      let found = text.rectangles(matching: "bbbb cccc")
      #expect(found.count == 2)
      #expect(isNear(found[0].left, 5 * advance) && isNear(found[0].right, 9 * advance))
      #expect(isNear(found[1].left, 0) && isNear(found[1].right, 4 * advance))
      #expect(found[1].top == text.lines[1].rectangle.top)
    }

    @Test func acrossANewline() throws {
      let text = try type.set("one two\nthree")
      #expect(text.rectangles(matching: "two three").count == 2)
      #expect(text.rectangles(matching: "two\nthree").isEmpty)
    }

    @Test func nothingIsFoundWhereNothingIs() throws {
      let text = try type.set("one two")
      for words in ["", "three", "One", "one  two", "one two ", "twoo"] {
        #expect(text.rectangles(matching: words).isEmpty)
      }
      #expect(try type.set("").rectangles(matching: "a").isEmpty)
    }

    @Test func lettersOfTwoAndThreeBytes() throws {
      let text = try type.set("我が家の猫は猫", Typesetter.japanese)
      let found = text.rectangles(matching: "猫")
      #expect(found.count == 2)
      #expect(isNear(found[0].left, 80, within: 0.2) && isNear(found[0].width, 20, within: 0.2))
      #expect(isNear(found[1].left, 120, within: 0.2))
    }

    @Test func rightToLeftWords() throws {
      let text = try type.set("مرحبا بالعالم", Typesetter.arabic)
      let first = try #require(text.rectangles(matching: "مرحبا").first)
      #expect(isNear(first.right, text.lines[0].rectangle.right))
      #expect(first.width < text.lines[0].rectangle.width / 2)
    }

    @Test func aligned() throws {
      let box = Rect(x: 100, y: 50, width: 400, height: 30)
      let text = try type.set("one two", in: box) { $0.align = .right }
      let found = try #require(text.rectangles(matching: "two").first)
      #expect(isNear(found.right, box.right) && isNear(found.top, 50))
    }

    @Test func concealedWordsAreNotFound() throws {
      let text = try type.set("open\nsecret\nend")
      #expect(text.rectangles(matching: "secret").count == 1)
      let concealed = try text.replacing([1: "decoy"])
      #expect(concealed.rectangles(matching: "secret").isEmpty)
      #expect(concealed.rectangles(matching: "decoy").isEmpty)
      #expect(concealed.rectangles(matching: "open decoy").isEmpty)
      #expect(concealed.rectangles(matching: "end").count == 1)
    }

    /// A wrap that was there before something was concealed is still no more than one space.
    @Test func visibleWordsAreFoundBesideConcealedOnes() throws {
      let text = try type.set("aaaa bbbb cccc dddd eeee", width: 10 * advance)
      let concealed = try text.replacing([2: "xx"])
      #expect(concealed.rectangles(matching: "bbbb cccc").count == 2)
      #expect(concealed.rectangles(matching: "dddd xx").isEmpty)
      #expect(
        concealed.rectangles(matching: "bbbb cccc") == text.rectangles(matching: "bbbb cccc"))
    }
  }
}

import ScrimJSON
import Testing

/// "Did you mean …?"
@Suite struct NearestTests {
  @Test(arguments: [
    ("spotligth", "spotlight"), ("widht", "width"), ("colour", "color"), ("hieght", "height"),
    ("drop_shadow", "drop-shadow"), ("dropShadow", "drop-shadow"), ("Width", "width"),
    ("radius", "cornerRadius"), ("corner", "cornerRadius"), ("ID", "id"), ("gpa", "gap"),
    ("clr", "color"), ("hgt", "height"), ("spl", "spotlight"), ("backgroundColor", "color"),
    ("widthInPixels", "width"),
  ])
  func isFound(word: String, expected: String) {
    let candidates = [
      "id", "gap", "width", "height", "color", "cornerRadius", "drop-shadow", "spotlight",
    ]
    #expect(nearest(to: word, in: candidates) == expected)
  }

  @Test(arguments: [
    "", "x", "xy", "banana", "wd", "wxh", "dth", String(repeating: "w", count: 500),
  ])
  func isNotForcedUponUnlikeWords(word: String) {
    #expect(nearest(to: word, in: ["id", "y", "width", "height", "spotlight"]) == nil)
  }

  @Test func aPartOfSeveralIsNone() {
    #expect(nearest(to: "text", in: ["textIndent", "size"]) == "textIndent")
    #expect(nearest(to: "text", in: ["textIndent", "textTransform", "size"]) == nil)
  }

  @Test func theNearestOfSeveralCounts() {
    #expect(nearest(to: "blured", in: ["blurry", "blurred", "blue"]) == "blurred")
    #expect(nearest(to: "abcx", in: ["abcd", "abce"]) == "abcd")
  }
}

import ScrimRecords
import ScrimSpool
import Testing

/// When an entry of `drop/` is complete.
@Suite struct SettlingTests {
  private var settling = Settling(settle: .milliseconds(500), blind: .seconds(10))
  private let start = ContinuousClock.now

  private mutating func evaluate(
    at seconds: Double, fingerprint: Int = 1, complete: Bool, folder: Bool = false,
    linked: Bool = false, age: Double = 0
  ) -> Settling.Verdict {
    settling.evaluate(
      "a.json",
      .init(fingerprint: fingerprint, age: .seconds(age), isFolder: folder, isLinked: linked),
      now: start + .seconds(seconds)
    ) { complete }
  }

  /// Swift's strings compare the two names as equal, and each would make the other look changed forever.
  @Test mutating func namesThatOnlyLookEqualAreTwo() {
    func probe(_ fingerprint: Int) -> Settling.Probe {
      .init(fingerprint: fingerprint, age: .zero, isFolder: false, isLinked: false)
    }
    let (one, other) = ("\u{E9}.json", "e\u{301}.json")
    #expect(one == other)
    for name in [one, other] {
      let verdict = settling.evaluate(name, probe(name.utf8.count), now: start) { true }
      #expect(verdict == .wait(.milliseconds(500)))
    }
    for name in [one, other] {
      let verdict = settling.evaluate(
        name, probe(name.utf8.count), now: start + .milliseconds(500)
      ) { true }
      #expect(verdict == .take)
    }
  }

  @Test mutating func whatWasRenamedIsTakenAtOnce() {
    settling.sawMove("a.json")
    #expect(evaluate(at: 0, complete: false) == .take)
  }

  @Test mutating func completeJSONIsTakenOnceItRests() {
    #expect(evaluate(at: 0, complete: true) == .wait(.milliseconds(500)))
    #expect(evaluate(at: 0.5, complete: true) == .take)
  }

  @Test mutating func eachChangeStartsTheWaitAnew() {
    #expect(evaluate(at: 0, fingerprint: 1, complete: true) == .wait(.milliseconds(500)))
    #expect(evaluate(at: 0.4, fingerprint: 2, complete: true) == .wait(.milliseconds(500)))
    #expect(evaluate(at: 0.8, fingerprint: 2, complete: true) == .wait(.milliseconds(100)))
    #expect(evaluate(at: 0.9, fingerprint: 2, complete: true) == .take)
  }

  /// The clock was set forward by ten years just after a write began: an entry that was absent at the last poll is
  /// not older than that.
  @Test mutating func aClockThatIsSetMakesNothingOlderThanItIs() {
    let years = 10.0 * 31_557_600
    settling.keep(only: [], now: start)
    settling.keep(only: [Array("a.json".utf8)], now: start + .seconds(2))
    #expect(evaluate(at: 2, complete: false, age: years) == .wait(.seconds(8)))
    #expect(evaluate(at: 9.5, complete: false, age: years) == .wait(.milliseconds(500)))
    #expect(evaluate(at: 10, complete: false, age: years) == .take)
  }

  @Test mutating func whatWasThereBeforeTheFirstLookIsAsOldAsItSeems() {
    settling.keep(only: [Array("a.json".utf8)], now: start)
    settling.keep(only: [Array("a.json".utf8)], now: start + .seconds(2))
    #expect(evaluate(at: 2, complete: false, age: 60) == .take)
  }

  @Test mutating func halfADocumentWaitsTenSeconds() {
    #expect(evaluate(at: 0, complete: false) == .wait(.milliseconds(500)))
    #expect(evaluate(at: 2, complete: false) == .wait(.seconds(8)))
    #expect(evaluate(at: 10, complete: false) == .take)
  }

  @Test mutating func halfADocumentThatWasClosedMayBeAppendedTo() {
    settling.sawClose("a.json")
    #expect(evaluate(at: 0, complete: false) == .wait(.milliseconds(500)))
    #expect(evaluate(at: 2, complete: false) == .wait(.seconds(1)))
    #expect(evaluate(at: 3, complete: false) == .take)
  }

  @Test mutating func aTreeGetsMoreTime() {
    #expect(evaluate(at: 0, complete: true, folder: true) == .wait(.seconds(2)))
    #expect(evaluate(at: 2, complete: true, folder: true) == .take)
  }

  @Test mutating func aSecondNameWaitsForTheFirstToGo() {
    #expect(evaluate(at: 1, complete: true, linked: true) == .wait(.seconds(10)))
    #expect(evaluate(at: 2, fingerprint: 2, complete: true) == .wait(.milliseconds(500)))
  }

  @Test mutating func theFileSystemsAgeCountsToo() {
    #expect(evaluate(at: 0, complete: true, age: 0.6) == .take)
  }

  @Test(arguments: [
    (#"{"a": "}"}"#, true), (#"{"a": [1, 2]"#, false), (#"{"a": "}"#, false), ("", false),
    (#"{"a": "\"}"#, false), (#"{"a": 1} "#, true), ("[1}", true), ("{1,,}", true),
  ])
  func theEndOfADocument(_ text: String, _ isReached: Bool) {
    #expect(DocumentEnd.isReached(Array(text.utf8)) == isReached)
  }

  @Test func namesOfJobs() {
    #expect(DropName("story.json")?.job == "story")
    #expect(DropName("story.scrim")?.isBundle == true)
    #expect(DropName("story@abcdefghijklmnop.scrim")?.token == "abcdefghijklmnop")
    #expect(DropName("a@b.scrim")?.job == "a@b")
    #expect(DropName("a@b.scrim")?.token == nil)
    // Found by fuzzing: a name with a token only was ignored without a reason.
    #expect(DropName("@abcdefghijklmnop.scrim")?.job == "@abcdefghijklmnop")
    #expect(DropName("@abcdefghijklmnop.scrim")?.token == nil)
    for name in ["story.txt", ".json", "story", "a\nb.json", ".x.json"] {
      #expect(DropName(name) == nil)
    }
  }
}

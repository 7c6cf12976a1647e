import Testing
import scrimd

/// In which order requests over `control.sock` are carried out.
@Suite struct RequestTurnsTests {
  @Test func usersTakeTurns() {
    var turns = RequestTurns<String>(threads: 4)
    for number in 0..<100 { turns.add("a\(number)", of: 1, isTrusted: false) }
    turns.add("b", of: 2, isTrusted: false)
    #expect(turns.begin() == "a0")
    #expect(turns.begin() == "b")
    turns.end(of: 2)
    turns.add("c", of: 3, isTrusted: false)
    #expect(turns.begin() == "c")
  }

  @Test func aUserOccupiesNotAllThreads() {
    var turns = RequestTurns<Int>(threads: 4)
    for user in 1...3 as ClosedRange<UInt32> {
      for number in 0..<5 { turns.add(number, of: user, isTrusted: false) }
    }
    #expect((0..<3).map { _ in turns.begin() } == [0, 0, 0])
    // The fourth thread is left to trusted users.
    #expect(turns.begin() == nil)
    turns.add(7, of: 0, isTrusted: true)
    #expect(turns.begin() == 7)
    turns.end(of: 1)
    #expect(turns.begin() == 1)
    #expect(turns.begin() == nil)
  }

  @Test func aUserHasTwoRequestsInWork() {
    var turns = RequestTurns<Int>(threads: 8)
    for number in 0..<3 { turns.add(number, of: 1, isTrusted: false) }
    #expect(turns.begin() == 0)
    #expect(turns.begin() == 1)
    #expect(turns.begin() == nil)
    #expect(turns.withdraw(of: 1) == 2)
    #expect(turns.withdraw(of: 1) == nil)
    turns.end(of: 1)
    #expect(turns.withdrawAll().isEmpty)
  }
}

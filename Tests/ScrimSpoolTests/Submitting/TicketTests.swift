import ScrimJSON
import ScrimRecords
import Testing

/// Tickets that a broken disk has changed are no tickets: the daemon makes names and sums of their numbers.
@Suite struct TicketTests {
  private func read(_ members: String) -> Ticket? {
    let text = #"{"name": "a", "uid": 7, "seed": 1, "time": 1, "bundle": false\#(members)}"#
    return Ticket(bytes: Array(text.utf8))
  }

  @Test func membersOfFormat1AreEnough() throws {
    let ticket = try #require(read(""))
    #expect(ticket.priority == 0 && ticket.bytes == 0 && ticket.delivery == .out)
    #expect(ticket.id == nil && ticket.key == nil && !ticket.isHeld)
  }

  @Test(arguments: [
    #""priority": 101"#, #""priority": -101"#, #""bytes": -1"#, #""bytes": 9000000000000000000"#,
    #""notBefore": -1"#, #""notBefore": 5"#, #""notAfter": 9000000000000000"#,
  ])
  func numbersOutOfRangeAreRefused(_ member: String) {
    #expect(read(", \(member)") == nil)
  }

  @Test func itIsReadAgain() throws {
    let ticket = try #require(
      read(
        #", "priority": -100, "bytes": 5, "notBefore": 1795483755404, "key": "k", "delivery": "private", "hold": true"#
      ))
    #expect(try Ticket(json: ticket.json) == ticket)
    #expect(ticket.isHeld && ticket.delivery == .private && ticket.key == "k")
  }
}

import ScrimJSON
import ScrimSpool
import Testing

/// Tickets that a broken disk has changed are no tickets: the daemon makes names and sums of their numbers.
@Suite struct TicketTests {
  private func ticket(_ members: String) throws -> Ticket? {
    let text = #"{"name": "a", "uid": 7, "seed": 1, "time": 1, "bundle": false\#(members)}"#
    return Ticket(json: try JSON(parsing: Array(text.utf8)))
  }

  @Test func membersOfFormat1AreEnough() throws {
    let ticket = try #require(try ticket(""))
    #expect(ticket.priority == 0 && ticket.bytes == 0 && ticket.delivery == .out)
    #expect(ticket.id == nil && ticket.key == nil && !ticket.isHeld)
  }

  @Test(arguments: [
    #""priority": 101"#, #""priority": -101"#, #""bytes": -1"#, #""bytes": 9000000000000000000"#,
    #""notBefore": -1"#, #""notBefore": 5"#, #""notAfter": 9000000000000000"#,
  ])
  func numbersOutOfRangeAreRefused(_ member: String) throws {
    #expect(try ticket(", \(member)") == nil)
  }

  @Test func itIsReadAgain() throws {
    let ticket = try #require(
      try ticket(
        #", "priority": -100, "bytes": 5, "notBefore": 1795483755404, "key": "k", "delivery": "private", "hold": true"#
      ))
    #expect(Ticket(json: ticket.json) == ticket)
    #expect(ticket.isHeld && ticket.delivery == .private && ticket.key == "k")
  }
}

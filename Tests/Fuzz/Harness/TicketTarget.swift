import ScrimJSON
import ScrimRecords

/// Tickets and histories, which a broken disk may have changed: what is believed can be acted on.
enum TicketTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    guard let json = try? JSON(parsing: Array(bytes)) else { return .interesting }
    if let ticket = try? Ticket(json: json) {
      require((try? Ticket(json: ticket.json)) == ticket, "a ticket is read back")
      require((0..<(1 << 53)).contains(ticket.seed), "a seed is in its range: \(ticket.seed)")
      require(
        (-100...100).contains(ticket.priority), "a priority can be in a name: \(ticket.priority)")
      require((0...(1 << 50)).contains(ticket.bytes), "bytes can be added: \(ticket.bytes)")
      for status in [JobReport.Status.done, .failed] {
        require(DropName.isFileName(ticket.reportName(status)), "a report's name is a file's")
      }
      if let token = ticket.token {
        require(DropName.isFileName("\(token).json"), "it can stand in reports/")
      }
    }
    if let history = try? History(json: json) {
      require((try? History(json: history.json)) == history, "a history is read back")
    }
    return .interesting
  }
}

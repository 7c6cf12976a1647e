package import ScrimJSON

/// Which events of the history to read.
package struct EventQuery: Sendable, Hashable, JSONRecord {
  /// Whose jobs; `nil` for all.
  package var user: UInt32?
  /// From this time on: UTC, milliseconds since 1970.
  package var since: Int?
  /// Before this time.
  package var until: Int?
  /// Of these jobs; none for all.
  package var ids: [JobID] = []

  package static let mostJobs = 100

  package init() {}

  package init(fields: FieldReader) throws(FieldError) {
    user = try fields.optionalInteger("user", in: 0...Int(UInt32.max)).map(UInt32.init)
    since = try fields.optionalInteger("since")
    until = try fields.optionalInteger("until")
    for text in try fields.strings("ids") {
      guard let id = JobID(text), ids.count < Self.mostJobs else {
        throw fields.error("ids", expected: "at most \(Self.mostJobs) job IDs")
      }
      ids.append(id)
    }
  }

  package var json: JSON {
    [
      "user": user.map { .integer(Int($0)) } ?? .null, "since": since.map(JSON.integer) ?? .null,
      "until": until.map(JSON.integer) ?? .null,
      "ids": .array(ids.map { .string($0.description) }),
    ]
  }
}

/// Where reading the history is to be continued. It names the file by its inode, since files are renamed when the log
/// is rotated.
package struct EventCursor: Sendable, Hashable, JSONRecord {
  let inode: Int
  let offset: Int

  init(inode: Int, offset: Int) {
    self.inode = inode
    self.offset = offset
  }

  package init(fields: FieldReader) throws(FieldError) {
    inode = try fields.integer("inode")
    offset = try fields.integer("offset", in: 0...Int.max)
  }

  package var json: JSON { ["inode": .integer(inode), "offset": .integer(offset)] }
}

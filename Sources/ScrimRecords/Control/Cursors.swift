package import ScrimJSON

/// The last output of a part of a job's outputs: first come the job's own, then, of a batch, those of each chunk in the
/// order of their rows; of each folder by name.
package struct OutputCursor: Sendable, Hashable, Comparable, Record {
  /// The first row of the chunk; 0 for the job's own outputs.
  package var row = 0
  package var file = ""

  package init(row: Int, file: String) {
    self.row = row
    self.file = file
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("row", &row, in: 0...Int.max)
    try fields.required("file", &file)
  }

  package static func < (one: OutputCursor, other: OutputCursor) -> Bool {
    (one.row, one.file) < (other.row, other.file)
  }
}

/// The position at which reading the history continues, in bytes. It names the file by its inode, since files are
/// renamed when the log is rotated.
package struct EventCursor: Sendable, Hashable, Record {
  package var inode = 0
  package var offset = 0

  package init(inode: Int, offset: Int) {
    self.inode = inode
    self.offset = offset
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("inode", &inode)
    try fields.required("offset", &offset, in: 0...Int.max)
  }
}

/// The position at which a walk through a user's results continues.
package struct ResultCursor: Sendable, Hashable, Record {
  /// The number of the results' folder.
  package var folder = 0
  /// The names of the folders below it that are being read.
  package var path: [String] = []
  /// Positions in the folder and in those of the path, as telldir(3) gives them.
  package var positions: [Int] = []

  package init(folder: Int, path: [String], positions: [Int]) {
    self.folder = folder
    self.path = path
    self.positions = positions
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("folder", &folder, in: 0...Int.max)
    try fields.required("path", &path)
    // As text: a position may take more digits than a number of JSON keeps.
    var texts = positions.map(String.init)
    try fields.required("positions", &texts)
    guard let reader = fields.reader else { return }
    positions = texts.compactMap { Int($0) }.map { max(0, $0) }
    guard positions.count == path.count + 1, path.allSatisfy(Self.isName) else {
      throw reader.error("path", expected: "names, with a position for each and one more")
    }
  }

  /// Hidden names are not results.
  package static func isName(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.isEmpty && !name.utf8.contains(UInt8(ascii: "/"))
  }
}

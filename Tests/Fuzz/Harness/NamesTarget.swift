import ScrimRecords

/// Names in `drop/` and in the folders of the states.
enum NamesTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    // What is not UTF-8 is passed over before it is a name.
    guard let name = String(validating: bytes, as: UTF8.self), !name.utf8.contains(0),
      !name.utf8.contains(UInt8(ascii: "/"))
    else { return .foreign }
    checkDropped(name)
    if let id = JobID(name) {
      require(isSame(id.description, name), "an id is written as it was read: \(id)")
    }
    if let attempt = AttemptName(name) {
      require(isSame(attempt.description, name), "an attempt is written as it was read: \(attempt)")
    }
    return .interesting
  }

  private static func checkDropped(_ name: String) {
    let violation = DropName.dropViolation(in: name)
    guard let dropped = DropName(name) else {
      require(violation != nil, "what is no job's name has a reason")
      return
    }
    require(violation == nil, "a job's name has no trouble")
    require(!dropped.job.isEmpty && dropped.job.utf8.count <= 200, "a job's name has a length")
    for file in ["\(dropped.job).png", "\(dropped.job).result.json", "\(dropped.job).failed.json"] {
      require(DropName.isFileName(file), "\(file) can stand in out/")
    }
    if let token = dropped.token { require(DropName.isToken(token), "a token is one") }
    let whole =
      dropped.isBundle
      ? "\(dropped.job)\(dropped.token.map { "@\($0)" } ?? "").scrim" : "\(dropped.job).json"
    require(isSame(whole, name), "nothing of a name is lost")
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }
}

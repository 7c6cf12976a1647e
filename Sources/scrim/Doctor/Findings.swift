import ScrimJSON

/// What checks of an installation found.
struct Findings {
  /// A reason for which a correct job would not be rendered or delivered.
  struct Finding {
    let check: String
    let message: String
    /// A command, or a key of the configuration with its value.
    let remedy: String
  }

  private(set) var all: [Finding] = []
  /// What this user cannot see.
  private(set) var unseen: [String] = []
  /// The check that runs.
  var check = ""

  mutating func add(_ message: String, remedy: String) {
    all.append(Finding(check: check, message: message, remedy: remedy))
  }

  mutating func couldNotSee(_ what: String) { unseen.append(what) }

  var json: JSON {
    [
      "findings": .array(
        all.map {
          [
            "check": .string($0.check), "message": .string($0.message),
            "remedy": .string($0.remedy),
          ]
        }), "unseen": .array(unseen.map(JSON.string)),
    ]
  }
}

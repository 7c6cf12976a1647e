package import ScrimJSON

/// What came of the checks of an effect against its declarations, in one worker.
package struct EffectCheck: Sendable, Hashable, Record {
  /// The effect's name.
  package var effect = ""
  package var checks: [CheckResult] = []
  /// The digest of each image at its first rendering, by what it shows: equal for equal pixels.
  package var digests: [String: String] = [:]
  /// The values that no stage could show, each with the effect's reason.
  package var undrawn: [String: String] = [:]

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("effect", &effect)
    try fields.required("checks", &checks)
    try fields.required("digests", &digests)
    try fields.required("undrawn", &undrawn)
  }
}

/// What came of one check of an effect.
package struct CheckResult: Sendable, Hashable, Record {
  /// An image that failed the check.
  package struct Finding: Sendable, Hashable, Record {
    package var stage: String?
    package var sample: String?
    /// Both in one, where the finding is about two workers.
    package var image: String?
    /// What is wrong, without a full stop.
    package var words = ""

    package init(
      stage: String? = nil, sample: String? = nil, image: String? = nil, words: String
    ) {
      self.stage = stage
      self.sample = sample
      self.image = image
      self.words = words
    }

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.optional("stage", &stage)
      try fields.optional("sample", &sample)
      try fields.optional("image", &image)
      try fields.required("words", &words)
    }
  }

  /// Its name.
  package var check = ""
  /// What it checks.
  package var summary = ""
  /// How many images passed.
  package var passed = 0
  /// How many it does not concern.
  package var skipped = 0
  package var findings: [Finding] = []

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("check", &check)
    try fields.required("summary", &summary)
    try fields.required("passed", &passed)
    try fields.required("skipped", &skipped)
    try fields.required("findings", &findings)
  }
}

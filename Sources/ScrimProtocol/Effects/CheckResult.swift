package import ScrimJSON

/// What came of one check of an effect.
package struct CheckResult: Sendable, Hashable, JSONRecord {
  /// An image that failed the check.
  package struct Finding: Sendable, Hashable, JSONRecord {
    package var stage: String?
    package var sample: String?
    /// Both in one, where the finding is about two workers.
    package var image: String?
    /// What is wrong, without a full stop.
    package var words: String

    package init(
      stage: String? = nil, sample: String? = nil, image: String? = nil, words: String
    ) {
      self.stage = stage
      self.sample = sample
      self.image = image
      self.words = words
    }

    package init(fields: FieldReader) throws(FieldError) {
      stage = try fields.optionalString("stage")
      sample = try fields.optionalString("sample")
      image = try fields.optionalString("picture")
      words = try fields.string("words")
    }

    package var json: JSON {
      let places = [("stage", stage), ("sample", sample), ("picture", image)]
      return .object(
        places.compactMap { key, place in place.map { JSON.Member(key, .string($0)) } }
          + [JSON.Member("words", .string(words))])
    }
  }

  /// Its name.
  package var check: String
  /// What it checks.
  package var summary: String
  /// How many images passed.
  package var passed: Int
  /// How many it does not concern.
  package var skipped: Int
  package var findings: [Finding]

  package init(check: String, summary: String, passed: Int, skipped: Int, findings: [Finding]) {
    self.check = check
    self.summary = summary
    self.passed = passed
    self.skipped = skipped
    self.findings = findings
  }

  package init(fields: FieldReader) throws(FieldError) {
    check = try fields.string("check")
    summary = try fields.string("summary")
    passed = try fields.integer("held")
    skipped = try fields.integer("passedOver")
    findings = try fields.list("findings")
  }

  package var json: JSON {
    [
      "check": .string(check), "summary": .string(summary), "held": .integer(passed),
      "passedOver": .integer(skipped), "findings": .array(findings.map(\.json)),
    ]
  }
}

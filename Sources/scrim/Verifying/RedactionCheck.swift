import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient

/// Renders a job with other words in place of those that effects conceal, and compares all that comes of it.
///
/// The other words keep the facts that decoys depend on, so equal bytes mean that nothing else of the words is in the
/// files and the report.
struct RedactionCheck {
  /// How an image was rendered.
  struct Settings {
    var scale: Double?
    var format: String?
    let seed: Int
  }

  /// What a job gave.
  private struct Product {
    let outputs: [(info: OutputRecord, bytes: [UInt8])]
    /// Without times.
    let report: JSON
    let effects: [String: String]
  }

  /// What a run's other words changed.
  struct Dependence {
    let content: ConcealedContent
    /// As in "other pixels in story.png".
    var changes: [String] = []
  }

  /// The result.
  enum Outcome {
    /// Nothing of what was rendered depends on the words.
    case independent([Receipt.Run], blurred: [String], outputs: [OutputRecord])
    case dependent([Dependence])
    /// No other words with the same facts were found for a text.
    case undecided(ConcealedContent, reason: String)
  }

  let job: JobFile
  let settings: Settings
  let start: () throws -> LocalWorker

  /// Checks the job.
  ///
  /// - Parameters:
  ///   - image: The file that the image is.
  ///   - console: Where progress is shown.
  /// - Returns: What was found.
  /// - Throws: A ``Failure`` if no effect conceals words; the exit code of errors in the job.
  func run(image: OutputRecord, _ console: Console) throws -> Outcome {
    let worker = try start()
    guard let original = try product(of: job, worker).product else {
      throw Failure(.dataError, "\(job.documentPath) has errors.")
    }
    let reply = try worker.validate(LocalJob(job), isMeasured: true)
    guard reply.concealed.contains(where: { $0.pointer != nil }) else {
      throw Failure(
        .dataError,
        "\(job.documentPath): no effect conceals words, so there is nothing to prove. \"paywall-blur\" conceals the "
          + "lines of a text after the first ones.")
    }
    var texts: [ConcealedText] = []
    for content in reply.concealed where content.pointer != nil {
      guard var text = try ConcealedText(content, of: job) else {
        return .undecided(
          content,
          reason:
            "an ellipsis at the start or in the middle replaces words, so it is not known which are concealed"
        )
      }
      try choose(for: &text, worker, console)
      guard !text.variants.isEmpty else {
        let error = text.error.map { ": \($0.message)" } ?? ""
        return .undecided(
          content,
          reason:
            "no other words were found with the same lines, script, line end and styles\(error)")
      }
      texts.append(text)
    }
    let measures = reply.measures ?? .null
    let count = texts.map(\.variants.count).max() ?? 0
    let fresh = try start()
    for number in 0..<count {
      console.progress("\(job.name): other words \(number + 1) of \(count) …")
      let worker = number == count - 1 ? fresh : worker
      let other = try replaced(texts, number)
      if try changes(other, from: original, measures, worker) != nil {
        return .dependent(try dependences(texts, number, original, measures, image, worker))
      }
    }
    // The caches of this worker have only other words.
    guard let again = try product(of: job, fresh).product, differences(again, original).isEmpty
    else {
      return .dependent(
        texts.map {
          Dependence(content: $0.content, changes: ["caches: other bytes after other words"])
        })
    }
    let strings = try DocumentStrings(of: job)
    return .independent(
      texts.map { run(of: $0, original, strings) },
      blurred: reply.concealed.filter { $0.pointer == nil }.map(\.layer),
      outputs: try original.outputs.map { output in
        var info = output.info
        info.sha256 = try Digest.sha256(of: output.bytes)
        info.bytes = output.bytes.count
        return info
      })
  }

  // MARK: Other words

  /// Finds other words of each kind with the same facts.
  private func choose(
    for text: inout ConcealedText, _ worker: LocalWorker, _ console: Console
  ) throws {
    for keepsNextWord in [false, true] where text.variants.isEmpty {
      text.keepsNextWord = keepsNextWord
      for kind in OtherWords.Kind.allCases {
        for candidate in text.words.candidates(kind, keepsNextWord: keepsNextWord) {
          console.progress("\(job.name): looking for other words …")
          let edits = text.edits(candidate)
          let other = try job.replacing(edits)
          guard other.bytes != job.bytes else { continue }
          let reply = try worker.validate(LocalJob(other), isMeasured: true)
          if let error = reply.errors.first {
            text.error = text.error ?? error
            continue
          }
          let found = reply.concealed.first { $0.pointer == text.content.pointer }
          if text.content.hasSameFacts(as: found) {
            text.variants.append((kind, edits))
            break
          }
        }
      }
    }
  }

  private func replaced(_ texts: [ConcealedText], _ number: Int) throws -> JobFile {
    try job.replacing(texts.flatMap { $0.variants[number % $0.variants.count].edits })
  }

  // MARK: Comparing

  private func product(
    of job: JobFile, _ worker: LocalWorker
  ) throws -> (product: Product?, errors: [Diagnostic]) {
    let result = try worker.render(
      LocalJob(job), scale: settings.scale, format: settings.format, seed: settings.seed,
      hasDigests: true)
    switch result {
    case .failed(let errors): return (nil, errors)
    case .finished(var report, let outputs):
      report.warnings = report.stored(report.warnings)
      let members = (report.json.object ?? []).filter { $0.key != "milliseconds" }
      return (
        Product(
          outputs: try outputs.map {
            ($0.info, try $0.content.read(limit: .max, of: $0.info.file))
          },
          report: .object(members), effects: report.details?.effects ?? [:]), []
      )
    }
  }

  /// What differs; `nil` if nothing does.
  private func changes(
    _ other: JobFile, from original: Product, _ measures: JSON, _ worker: LocalWorker
  ) throws -> (changes: [String], product: Product?)? {
    let (product, errors) = try product(of: other, worker)
    guard let product else { return (errors.map { "error: \($0.message)" }, nil) }
    var changes = differences(product, original)
    let reply = try worker.validate(LocalJob(other), isMeasured: true)
    changes += Self.words(for: Self.places(reply.measures ?? .null, measures), of: "measures")
    return changes.isEmpty ? nil : (changes, product)
  }

  private func differences(_ one: Product, _ other: Product) -> [String] {
    var changes: [String] = []
    if one.outputs.map(\.info.file) != other.outputs.map(\.info.file) {
      changes.append("other output files")
    } else {
      changes += zip(one.outputs, other.outputs).filter { $0.bytes != $1.bytes }
        .map { "other bytes in \($0.0.info.file)" }
    }
    return changes + Self.words(for: Self.places(one.report, other.report), of: "report")
  }

  /// As in "report: 3 values, such as /layers/a/ink/2".
  private static func words(for places: [String], of part: String) -> [String] {
    guard let first = places.first else { return [] }
    return ["\(part): \(places.count == 1 ? "" : "\(places.count) values, such as ")\(first)"]
  }

  /// JSON Pointers of the values that differ.
  private static func places(_ one: JSON, _ other: JSON, at place: String = "") -> [String] {
    if one == other { return [] }
    if let one = one.array, let other = other.array, one.count == other.count {
      return zip(one, other).enumerated().flatMap { places($1.0, $1.1, at: "\(place)/\($0)") }
    }
    if let first = one.object, let second = other.object, first.map(\.key) == second.map(\.key) {
      return zip(first, second).flatMap { places($0.value, $1.value, at: "\(place)/\($0.key)") }
    }
    return [place]
  }

  /// What each text changes alone, or all together if none does.
  private func dependences(
    _ texts: [ConcealedText], _ number: Int, _ original: Product, _ measures: JSON,
    _ image: OutputRecord, _ worker: LocalWorker
  ) throws -> [Dependence] {
    func dependence(_ some: [ConcealedText], of content: ConcealedContent) throws -> Dependence? {
      guard
        let found = try changes(replaced(some, number), from: original, measures, worker)
      else { return nil }
      var dependence = Dependence(content: content, changes: found.changes)
      let file = { (product: Product?) in product?.outputs.first { $0.info.file == image.file } }
      if let one = file(found.product), let other = file(original), one.bytes != other.bytes,
        ["png", "jpeg", "webp"].contains(image.format)
      {
        dependence.changes.insert(contentsOf: try region(one.bytes, other.bytes, worker), at: 0)
      }
      return dependence
    }
    let alone = try texts.compactMap { try dependence([$0], of: $0.content) }
    if !alone.isEmpty { return alone }
    return try texts.compactMap { try dependence(texts, of: $0.content) }
  }

  private func region(
    _ one: [UInt8], _ other: [UInt8], _ worker: LocalWorker
  ) throws -> [String] {
    let comparison = try worker.compare(one, other, areas: [])
    guard comparison.pixels > 0, comparison.region.count == 4 else { return [] }
    let region = comparison.region
    return [
      "\(comparison.pixels) pixels differ by up to \(comparison.most) of 255, all within "
        + "\(region[0]), \(region[1]), \(region[2]) × \(region[3])"
    ]
  }

  // MARK: The receipt

  private func run(
    of text: ConcealedText, _ original: Product, _ strings: DocumentStrings
  ) -> Receipt.Run {
    let content = text.content
    return Receipt.Run {
      $0.layer = content.layer
      $0.pointer = content.pointer ?? ""
      $0.effects = content.effects
      $0.lines = content.lines
      if content.facts != nil, let effect = content.effects.first {
        $0.decoys = Receipt.Decoys {
          $0.effect = effect
          $0.version = original.effects[effect]
          $0.seed = settings.seed
        }
      }
      $0.mayReveal = content.mayReveal
      if text.keepsNextWord { $0.mayReveal.append(.init(.nextWord)) }
      $0.variants = text.variants.map(\.kind.rawValue)
      $0.alsoIn = strings.pointers(withWordsOf: text.words.hidden, besides: content.pointer)
    }
  }
}

extension ConcealedContent {
  /// Whether decoys depend on nothing in which other words differ.
  fileprivate func hasSameFacts(as other: ConcealedContent?) -> Bool {
    guard let facts else { return true }
    guard let other, let others = other.facts else { return false }
    return facts.continues == others.continues && facts.lines == others.lines
      && facts.styles == others.styles && facts.script == others.script
      && ranges?.last?.first == other.ranges?.last?.first
  }

  fileprivate var mayReveal: [Receipt.Fact] {
    guard let facts else { return [] }
    var found: [Receipt.Fact] = []
    if let lines = facts.lines { found.append(.init(.lines, .integer(lines))) }
    if facts.isScriptRead { found.append(.init(.script, facts.script.field)) }
    found.append(.init(.lineEnd, .boolean(facts.continues)))
    if isMarkup, let styles = facts.styles { found.append(.init(.styles, .integer(styles))) }
    return found
  }
}

extension Receipt.Fact {
  fileprivate init(_ name: Name, _ value: JSON = .null) {
    self.init()
    self.name = name.rawValue
    self.value = value
  }
}

import BlurEffect
import Codes
import ColorAdjust
import DropShadow
import FrostedPanel
import Foundation
import Outline
import PaywallBlur
import ProgramTesting
import ScrimJSON
import ScrimJob
import ScrimKit
import SVG
import Shapes
import Spotlight
import StoryHighlight
import Testing

/// The schema that `scrim schema` prints takes what the reader takes.
@Suite struct RightJobTests {
  @Test func takesExamplesAndGoldenJobs() throws {
    let jobs = try RightJob.files()
    #expect(jobs.count > 30)
    try expectAccepted(jobs)
  }

  @Test func takesTheJobsOfTheGuides() throws {
    let jobs = try RightJob.guides()
    #expect(jobs.count > 8)
    try expectAccepted(jobs)
  }

  @Test(arguments: try RightJob.guides())
  func theReaderTakesTheJobsOfTheGuides(job: RightJob) {
    #expect(messages(of: job.text) == [])
  }

  /// Every value of a collection under every key: as long as the reader takes it, so does the
  /// schema.
  @Test func refusesNoValueThatTheReaderTakes() throws {
    let taken = Holder.all.flatMap(\.jobs).map { $0.text() }.filter { messages(of: $0).isEmpty }
    #expect(taken.count > 1000)
    try expectTaken(taken)
  }

  /// Right jobs with a few things changed at random.
  @Test func refusesNoChangedJobThatTheReaderTakes() throws {
    var random = SeededGenerator(seed: 20_261_121)
    let bases = try (RightJob.files() + RightJob.guides()).compactMap { job in
      try JSON(parsing: Array(job.text.utf8))
    }
    var taken: [String] = []
    while taken.count < 500 {
      var job = bases.randomElement(using: &random) ?? .null
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        job = Mutation.mutated(job, by: &random)
      }
      let text = job.text()
      if messages(of: text).isEmpty { taken.append(text) }
    }
    try expectTaken(taken)
  }

  private func expectTaken(_ jobs: [String]) throws {
    let verdicts = try Verdict.of(jobs, by: JobSchema.document(of: Self.effects))
    for (text, verdict) in zip(jobs, verdicts) where verdict.isRefused {
      Issue.record("the reader takes \(text); the schema says \(verdict.errors)")
    }
  }

  private static let effects = {
    let effects = PluginRegistry()
    effects.register(Outline.self)
    effects.register(DropShadow.self)
    effects.register(StoryHighlight.self)
    effects.register(PaywallBlur.self)
    effects.register(FrostedPanel.self)
    effects.register(BlurEffect.self)
    effects.register(Spotlight.self)
    effects.register(ColorAdjust.self)
    for content: any Content.Type in [
      Ellipse.self, Arc.self, Polygon.self, Star.self, PathShape.self, Line.self, QRCode.self,
      Barcode.self, SVG.self,
    ] {
      effects.register(content)
    }
    return effects
  }()

  private func messages(of text: String) -> [String] {
    do throws(JobDiagnostics) {
      _ = try Job.read(
        Array(text.utf8), name: "job", effects: Self.effects)
      return []
    } catch {
      return error.diagnostics.map { $0.text(file: "job.json") }
    }
  }

  private func expectAccepted(_ jobs: [RightJob]) throws {
    let verdicts = try Verdict.of(jobs.map(\.text), by: PrintedSchema.ofAllPlugins())
    for (job, verdict) in zip(jobs, verdicts) {
      #expect(verdict.isJSON, "\(job.name)")
      #expect(verdict.errors == [], "\(job.name)")
    }
  }
}

/// What `scrim schema` prints.
enum PrintedSchema {
  /// With the plugins that were built beside the tests.
  static func ofAllPlugins() throws -> JSON {
    try JSON(parsing: CommandRun("schema").bytes)
  }
}

import Foundation
import ScrimJSON
import Testing

/// Templates as jobs of the daemon: their inputs have defaults, and their variants are outputs of one job.
@Suite(.serialized) struct TemplateJobTests {
  private func template(file: String = #""${job}-${variant}.png""#, colour: String = "red")
    -> String
  {
    #"""
    {"scrim": 1, "inputs": {"w": {"type": "integer", "default": 7}},
     "variants": [{"variant": "a"}, {"variant": "b", "w": 9}],
     "canvas": {"width": {"$eval": "w"}, "height": 8}, "layers": [{"fill": "\#(colour)"}],
     "output": {"file": \#(file)}}
    """#
  }

  @Test func variantsAreOutputsOfOneJob() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    try daemon.drop("card.json", template())
    try daemon.drop("same.json", template(file: #""same.png""#))
    try daemon.drop("wrong.json", template(colour: "redd"))
    for name in ["card", "same", "wrong"] {
      try daemon.wait(for: "a report of \(name)") { daemon.isReported(name) }
    }
    let report = try daemon.report("card")
    #expect(report["status"] == "done")
    let outputs = report["outputs"]?.array ?? []
    #expect(outputs.map { $0["file"] } == ["card-a.png", "card-b.png"])
    #expect(outputs.map { $0["width"] } == [7, 9])
    #expect(outputs.map { $0["variant"] } == ["a", "b"])
    #expect(outputs.allSatisfy { $0["sha256"]?.string?.count == 64 })
    #expect(report["variants"]?.object?.map(\.key) == ["a", "b"])
    let conflict = try daemon.report("same")
    #expect(conflict["status"] == "failed")
    #expect(
      conflict["errors"]?.array?.first?["message"]
        == "the output \"same.png\" is also one of an earlier variant: use ${variant} in \"file\", or leave it out."
    )
    let error = try #require(try daemon.report("wrong")["errors"]?.array?.first)
    #expect(error["pointer"] == "/layers/0/fill")
    #expect(error["template"] == "/layers/0/fill")
    #expect(error["variant"] == "a")
    #expect(error["line"] == 3)
    #expect(daemon.stop() == 0)
  }

  @Test func aRequiredInputIsAnError() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    try daemon.drop(
      "card.json",
      #"{"scrim": 1, "inputs": {"w": {"type": "integer"}}, "canvas": {"width": {"$eval": "w"}, "height": 8}, "layers": []}"#
    )
    try daemon.wait(for: "a report") { daemon.isReported("card") }
    let error = try #require(try daemon.report("card")["errors"]?.array?.first)
    #expect(error["message"] == "a value is required: there is none, and no default.")
    #expect(error["pointer"] == "/inputs/w")
    #expect(daemon.stop() == 0)
  }
}

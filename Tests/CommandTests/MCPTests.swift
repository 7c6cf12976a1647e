import Foundation
import Glibc
import ProgramTesting
import RenderTesting
import ScrimJSON
import Testing

/// What `scrim mcp` answers.
@Suite struct MCPTests {
  private static let card = #"""
    {"scrim": 1, "inputs": {"title": {"type": "string", "examples": ["Hello"]},
      "tint": {"type": "color", "column": "Tint", "default": "#ff0000"}},
     "canvas": {"width": 40, "height": 20, "background": "${tint}"},
     "layers": [{"text": {"string": "${title}", "font": "DejaVu Sans", "size": 12}}]}
    """#

  private static let square: JSON = [
    "scrim": 1, "canvas": ["width": 8, "height": 8], "layers": [["fill": "#f00"]],
  ]

  /// An image that takes seconds.
  private static let slow: JSON = [
    "scrim": 1, "canvas": ["width": 5000, "height": 5000],
    "layers": .array(
      (0..<200).map { number -> JSON in
        [
          "frame": ["x": .integer(number), "y": 0, "width": 4700, "height": 4900], "fill": "#0f08",
          "effects": [
            ["effect": "blur", "sigma": 90]
          ],
        ]
      }),
  ]

  // MARK: Protocol

  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-03-26", "2024-11-05"), ("2025-06-18", "2025-06-18"),
    ("2026-01-01", "2025-06-18"), ("1", "2024-11-05"),
  ])
  func versionsAreNegotiated(_ wanted: String, _ expected: String) throws {
    let session = try MCPSession(in: Workshop())
    let result = try session.request("initialize", ["protocolVersion": .string(wanted)])["result"]
    #expect(result?["protocolVersion"]?.string == expected)
    #expect(result?["serverInfo"]?["name"] == "scrim")
    #expect(result?["capabilities"] == ["tools": [:], "resources": [:]])
    let (messages, status) = try session.finish()
    #expect(messages.isEmpty && status == 0)
  }

  @Test func malformedMessagesAreErrors() throws {
    let session = try MCPSession(in: Workshop())
    func error(_ line: String) throws -> String {
      try session.send(Array(line.utf8))
      let response = try session.receive()
      let error = try #require(response["error"])
      return
        "\(response["id"]?.text() ?? "") \(error["code"]?.text() ?? "") \(error["message"]?.string ?? "")"
    }
    #expect(
      try error("{bad")
        == #"null -32700 message:1:2: expected a key in double quotes, found "bad"."#)
    #expect(
      try error(#"[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#)
        == "null -32600 expected an object, found an array. Batches are not supported.")
    #expect(
      try error(#"{"id": 1, "method": "ping"}"#) == #"1 -32600 "jsonrpc": expected "2.0"."#)
    #expect(
      try error(#"{"jsonrpc": "2.0", "id": "a"}"#) == #""a" -32600 "method": expected a string."#)
    #expect(
      try error(#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#)
        == #"null -32600 "id": expected a string or an integer."#)
    #expect(
      try error(#"{"jsonrpc": "2.0", "id": 2, "method": "ping", "params": []}"#)
        == #"2 -32600 "params": expected an object."#)
    #expect(
      try error(#"{"jsonrpc": "2.0", "id": 3, "method": "tools/lst"}"#)
        == #"3 -32601 unknown method "tools/lst"."#)
    #expect(
      try error(
        #"{"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "rendr"}}"#)
        == #"4 -32602 unknown tool "rendr". Did you mean "render"?"#)
    #expect(
      try error(
        #"{"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "render", "arguments": 1}}"#
      )
        == #"5 -32602 "arguments": expected an object."#)
    #expect(
      try error(
        #"{"jsonrpc": "2.0", "id": 6, "method": "resources/read", "params": {"uri": "scrim://x"}}"#)
        == #"6 -32002 unknown resource "scrim://x"."#)
    #expect(
      try error(#"{"jsonrpc": "2.0", "id": 7, "method": "initialize"}"#)
        == #"7 -32602 "protocolVersion": expected a string."#)
    // Nothing is answered that is neither a request nor malformed.
    try session.send(["jsonrpc": "2.0", "id": 8, "result": [:]])
    try session.send(["jsonrpc": "2.0", "method": "notifications/other"])
    try session.send([0x20, 0x0D])
    #expect(try session.request("ping")["result"] == [:])
  }

  @Test func initializeComesFirst() throws {
    let run = try CommandRun(
      "mcp",
      // The last line has no line feed.
      pipe: Array(
        """
        {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
        """.utf8))
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.output == """
        {"jsonrpc":"2.0","id":1,"result":{}}
        {"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"\\"initialize\\" comes first."}}

        """)
  }

  @Test func aMessageThatIsTooLongIsSkipped() throws {
    let session = try MCPSession(in: Workshop())
    try session.send([UInt8](repeating: UInt8(ascii: "x"), count: 9 << 20))
    let response = try session.receive()
    #expect(
      response["error"] == [
        "code": -32600, "message": "the message exceeds the limit of 8388608 bytes.",
      ])
    #expect(try session.request("ping")["result"] == [:])
  }

  @Test func toolsDeclareTheirArguments() throws {
    let session = try MCPSession(in: Workshop())
    let tools = try session.request("tools/list")["result"]?["tools"]?.array ?? []
    #expect(
      tools.compactMap { $0["name"]?.string } == [
        "list_templates", "template_schema", "job_schema", "validate", "measure", "render",
      ])
    for tool in tools {
      let name = tool["name"]?.string ?? ""
      #expect(tool["inputSchema"]?["additionalProperties"] == false)
      #expect(tool["annotations"]?["readOnlyHint"]?.boolean == (name != "render"))
      let result = try session.call(name, ["formta": "png"])
      #expect(result.isError && result.text.hasPrefix("\(name) has no argument \"formta\". "))
    }
    #expect(
      try session.call("render", ["formta": "png"]).text
        == "render has no argument \"formta\". Did you mean \"format\"?")
  }

  // MARK: Jobs

  @Test func errorsHavePlacesAndSuggestions() throws {
    let session = try MCPSession(in: Workshop())
    let text =
      #"{"scrim": 1, "canvas": {"width": 8, "height": 8}, "layers": [\#n  {"fil": "red"}]}"#
    let found = try session.call("validate", ["job": .string(text)])
    #expect(!found.isError && found.value["valid"] == false)
    #expect(
      found.errors == [
        [
          "pointer": "/layers/0/fil", "line": 2, "column": 4,
          "message": "unknown key \"fil\". Did you mean \"fill\"?", "code": "unknown-key",
        ]
      ])
    // The client does not know the lines of an object.
    let object = try session.call("validate", ["job": JSON(parsing: Array(text.utf8))])
    #expect(object.errors.first?["pointer"] == "/layers/0/fil")
    #expect(object.errors.first?["line"] == nil)
    let syntax = try session.call("validate", ["job": "{"])
    #expect(syntax.errors.first?["code"] == "syntax" && syntax.errors.first?["line"] == 1)
    let valid = try session.call("validate", ["job": Self.square])
    #expect(valid.value == ["valid": true, "errors": [], "warnings": []])
    let rendered = try session.call("render", ["job": .string(text)])
    #expect(rendered.isError && rendered.errors == found.errors && rendered.images.isEmpty)
    for (arguments, message) in [
      ([:] as JSON, "expected either \"job\" or \"template\"."),
      (["job": 1], "job: expected an object or its JSON text, found a number."),
      (
        ["job": Self.square, "inputs": [:]],
        "inputs and variant are for templates: the job has no \"inputs\"."
      ),
      (["template": "x"], "there are no templates: scrim mcp was started without --templates."),
    ] {
      let result = try session.call("validate", arguments)
      #expect(result.isError && result.text == message)
    }
  }

  @Test func imagesAreThoseOfRender() throws {
    let workshop = try Workshop()
    try workshop.makeFolder("out")
    try workshop.write(Self.square.text(), "job.json")
    for format in ["png", "jpeg", "webp"] {
      let run = try CommandRun(
        "render", "job.json", "--scale", "2", "-o", "want.\(format)", in: workshop.folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    let session = try MCPSession("--out", "out", in: workshop)
    for format in ["png", "jpeg", "webp"] {
      let want = try workshop.bytes("want.\(format)")
      let result = try session.call(
        "render", ["job": Self.square, "format": .string(format), "scale": 2])
      #expect(!result.isError, "\(result.text)")
      #expect(result.images.first?["mimeType"]?.string == "image/\(format)")
      #expect(result.bytes(ofImage: 0) == want)
      let image = result.value["images"]?.array?.first
      #expect(image?["width"] == 16 && image?["bytes"]?.integer == want.count)
      let written = try session.call(
        "render", ["job": Self.square, "scale": 2, "file": .string("got.\(format)")])
      #expect(!written.isError && written.images.isEmpty, "\(written.text)")
      #expect(try workshop.bytes("out/got.\(format)") == want)
    }
    for (arguments, message) in [
      (["format": "gif"], "format: unknown value \"gif\". Expected png, jpeg, webp, pdf, svg."),
      (["format": "pdf"], "format: pdf needs \"file\"; without it expected png, jpeg or webp."),
      (["scale": 9], "scale: expected a number in 0.1…8, found 9."),
      (["file": "x.gif"], "file: the name must end in .png, .jpg, .webp, .pdf or .svg."),
      (
        ["file": "x.png", "format": "svg"],
        "file: x.png is png, but format is svg: leave one out."
      ),
    ] as [(JSON, String)] {
      let result = try session.call(
        "render", .object([.init("job", Self.square)] + (arguments.object ?? [])))
      #expect(result.isError && result.text == message)
    }
  }

  @Test func templatesAreFilledIn() throws {
    let workshop = try Workshop()
    try workshop.write(Self.card, "templates/card.json")
    try workshop.write(
      #"""
      {"scrim": 1, "inputs": {}, "variants": [{"variant": "a"}, {"variant": "b"}],
       "canvas": {"width": 8, "height": 8}, "layers": [{"image": {"source": "dot.png"}}]}
      """#, "templates/pair/job.json")
    try workshop.write(Self.square.text(), "templates/plain.json")
    try workshop.write("{", "templates/broken.json")
    let dot = try CommandRun(
      "render", "templates/plain.json", "-o", "templates/pair/dot.png", in: workshop.folder)
    #expect(dot.status == 0)
    let session = try MCPSession("--templates", "templates", in: workshop)
    #expect(
      try session.call("list_templates").value == [
        "templates": [
          ["name": "card", "inputs": ["title", "tint"], "variants": []],
          ["name": "pair", "inputs": [], "variants": ["a", "b"]],
        ]
      ])
    let schema = try session.call("template_schema", ["template": "card"]).value
    #expect(schema["required"] == ["title"])
    #expect(schema["properties"]?["tint"] == ["type": "string", "default": "#ff0000"])
    // By the input's name, whatever its column.
    let run = try CommandRun(
      "render", "templates/card.json", "--set", "title=Hi", "--set", "tint=#00ff00", "-o",
      "want.png", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    let filled = try session.call(
      "render", ["template": "card", "inputs": ["title": "Hi", "tint": "#00ff00"]])
    #expect(!filled.isError, "\(filled.text)")
    #expect(try filled.bytes(ofImage: 0) == workshop.bytes("want.png"))
    // An empty text is a value, of either.
    let blank = try CommandRun(
      "render", "templates/card.json", "--set", "title=", "-o", "empty.png", in: workshop.folder)
    #expect(blank.status == 0, "\(blank.errors)")
    let empty = try session.call("render", ["template": "card", "inputs": ["title": ""]])
    #expect(try empty.bytes(ofImage: 0) == workshop.bytes("empty.png"))
    // With the examples, and as a job of the client's.
    let measured = try session.call("measure", ["template": "card"])
    let words = measured.value["measures"]?.array?.first?["layers"]?.array?.first?["text"]?["words"]
    #expect(words?.array?.first?["word"] == "Hello")
    let own = try session.call(
      "render", ["job": .string(Self.card), "inputs": ["title": "Hi", "tint": "#00ff00"]])
    #expect(try own.bytes(ofImage: 0) == workshop.bytes("want.png"))
    let pair = try session.call("render", ["template": "pair", "variant": "b"])
    #expect(!pair.isError, "\(pair.text)")
    let wrong = try session.call("validate", ["template": "card", "inputs": ["titel": "Hi"]])
    #expect(
      wrong.errors == [
        [
          "pointer": "/inputs/titel",
          "message": "the template has no input \"titel\". Did you mean \"title\"?",
          "code": "unknown-input",
        ]
      ])
    let missing = try session.call("render", ["template": "card", "inputs": [:]])
    #expect(missing.isError && missing.errors.count == 1)
    #expect(missing.errors.first?["row"] == nil && missing.errors.first?["dataFile"] == nil)
    for (arguments, message) in [
      (["template": "crad"], "unknown template \"crad\". Did you mean \"card\"?"),
      (["template": "../templates/card"], nil), (["template": "plain"], nil),
      (["template": "pair"], "variant: required, one of a, b."),
      (
        ["template": "pair", "variant": "c"], "variant: there is no \"c\". There are a, b."
      ),
      (["template": "card", "variant": "c"], "variant: the template has none."),
      (["template": "card", "inputs": 1], "inputs: expected an object, found a number."),
    ] as [(JSON, String?)] {
      let result = try session.call("render", arguments)
      #expect(result.isError && result.images.isEmpty)
      if let message { #expect(result.text == message) }
    }
    let resources = try session.request("resources/list")["result"]?["resources"]?.array ?? []
    #expect(
      resources.compactMap { $0["uri"]?.string } == [
        "scrim://schema/job", "scrim://schema/template", "scrim://templates/card",
        "scrim://templates/pair",
      ])
    let read = try session.request("resources/read", ["uri": "scrim://templates/card"])
    #expect(read["result"]?["contents"]?.array?.first?["text"]?.string == Self.card)
  }

  @Test func schemasAreThoseOfTheCommand() throws {
    let session = try MCPSession(in: Workshop())
    for (uri, arguments) in [
      ("scrim://schema/job", ["schema"]), ("scrim://schema/template", ["schema", "--template"]),
    ] {
      let read = try session.request("resources/read", ["uri": .string(uri)])
      let text = read["result"]?["contents"]?.array?.first?["text"]?.string
      #expect(try CommandRun(arguments).output == (text ?? "") + "\n")
    }
    let parts = try session.call("job_schema").value["parts"]?.array?.compactMap(\.string) ?? []
    #expect(parts.contains("layer") && parts.contains("effect-blur"))
    for part in parts {
      let schema = try session.call("job_schema", ["part": .string(part)])
      #expect(!schema.isError && schema.value.object != nil)
    }
    #expect(
      try session.call("job_schema", ["part": "layr"]).text
        == "part: there is no \"layr\". Did you mean \"layer\"?")
  }

  // MARK: Confinement

  @Test func onlyFilesOfTheFoldersAreRead() throws {
    let workshop = try Workshop()
    for name in ["secret", "assets", "templates"] { try workshop.makeFolder(name) }
    try workshop.write(Self.square.text(), "square.json")
    for file in ["secret/secret.png", "assets/in.png"] {
      let run = try CommandRun("render", "square.json", "-o", file, in: workshop.folder)
      #expect(run.status == 0)
    }
    try workshop.write(Self.card, "secret/card.json")
    try workshop.write(Self.card, "secret/job.json")
    let secret = workshop.folder.path + "/secret"
    try workshop.link("assets/link.png", to: "../secret/secret.png")
    try workshop.link("assets/folder", to: "../secret")
    try workshop.link("templates/card.json", to: "../secret/card.json")
    try workshop.link("templates/bundle", to: "../secret")
    try workshop.makePipe("templates/pipe.json")
    let session = try MCPSession(
      "--templates", "templates", "--assets", "assets", in: workshop)
    func job(_ source: String) -> JSON {
      [
        "job": [
          "scrim": 1, "canvas": ["width": 8, "height": 8],
          "layers": [["image": ["source": .string(source)]]],
        ]
      ]
    }
    for source in ["in.png", "\(workshop.folder.resolvingSymlinksInPath().path)/assets/in.png"] {
      let result = try session.call("render", job(source))
      #expect(!result.isError, "\(result.text)")
    }
    for source in [
      "../secret/secret.png", "link.png", "folder/secret.png", "\(secret)/secret.png",
      "/proc/self/cwd/secret/secret.png", "https://localhost/secret.png",
      "file:\(secret)/secret.png",
    ] {
      let result = try session.call("render", job(source))
      #expect(result.isError && result.images.isEmpty && !result.errors.isEmpty, "\(source)")
    }
    #expect(
      try session.call("validate", job("https://example.com/a.png")).errors.first?["message"]
        == .string(
          "\"https://example.com/…\" is not fetched: scrim mcp uses only the URLs that sources.json in a "
            + "template's bundle has."))
    let fonts = try session.call(
      "validate",
      [
        "job": [
          "scrim": 1, "fonts": ["../secret/secret.png"], "canvas": ["width": 8, "height": 8],
          "layers": [["fill": "red"]],
        ]
      ])
    #expect(fonts.value["valid"] == false)
    #expect(try session.call("list_templates").value == ["templates": []])
    for name in ["card", "bundle", "pipe"] {
      let result = try session.call("render", ["template": .string(name)])
      #expect(result.isError && result.images.isEmpty, "\(name)")
    }
    // Without assets no job names a file, not even one of a template.
    let bare = try MCPSession(in: workshop)
    let result = try bare.call("validate", job("assets/in.png"))
    #expect(
      result.errors.first?["message"]
        == "\"assets/in.png\": jobs cannot name files: scrim mcp was started without --assets.")
  }

  @Test func imagesAreWrittenInTheFolderOnly() throws {
    let workshop = try Workshop()
    try workshop.makeFolder("out/folder.png")
    try workshop.write("kept", "kept.png")
    try workshop.link("out/link.png", to: "../kept.png")
    let session = try MCPSession("--out", "out", in: workshop)
    func write(_ name: String, _ session: MCPSession) throws -> MCPResult {
      try session.call("render", ["job": Self.square, "file": .string(name)])
    }
    for name in ["../x.png", "a/b.png", "/x.png", ".x.png", "", "x\n.png", "x\u{0}.png"] {
      #expect(
        try write(name, session).text == "file: expected a name without folders, as in cover.png.")
    }
    #expect(try write("folder.png", session).isError)
    // The link is replaced, not followed.
    #expect(try !write("link.png", session).isError)
    #expect(try workshop.text("kept.png") == "kept")
    #expect(try workshop.bytes("out/link.png").starts(with: [0x89, 0x50]))
    #expect(try workshop.names(in: "out") == ["folder.png", "link.png"])
    #expect(try workshop.names(in: ".") == ["kept.png", "out"])
    let bare = try MCPSession(in: workshop)
    #expect(
      try write("x.png", bare).text
        == "file: scrim mcp was started without --out; leave it out to get the image.")
  }

  // MARK: Limits

  @Test func pixelsAndRepliesHaveLimits() throws {
    let session = try MCPSession(
      "--pixels", "100", "--reply-bytes", "1000", in: Workshop())
    let large: JSON = [
      "scrim": 1, "canvas": ["width": 11, "height": 10], "layers": [["fill": "red"]],
    ]
    let pixels = try session.call("render", ["job": large])
    #expect(pixels.isError && pixels.text.contains("100"), "\(pixels.text)")
    #expect(try !session.call("render", ["job": Self.square]).isError)
    let scaled = try session.call("render", ["job": Self.square, "scale": 2])
    #expect(scaled.isError)
    let schema = try session.call("job_schema", ["part": "layer"])
    #expect(
      schema.isError && schema.text.hasSuffix("more than the limit of 1000 for a response."))
    let photo = try MCPSession("--reply-bytes", "1000", in: Workshop())
    let noise = try photo.call(
      "render",
      [
        "job": [
          "scrim": 1, "canvas": ["width": 400, "height": 400],
          "layers": [
            ["text": ["string": "The quick brown fox", "font": "DejaVu Sans", "size": 90]]
          ],
        ]
      ])
    #expect(noise.isError && noise.images.isEmpty)
    #expect(noise.text.contains("all of a response may have 1000"), "\(noise.text)")
  }

  @Test func timeHasALimitAndTheWorkerIsReplaced() throws {
    let session = try MCPSession("--seconds", "1", "--calls", "1", in: Workshop())
    let result = try session.call("render", ["job": Self.slow])
    #expect(result.isError && result.text.contains("1 s"), "\(result.text)")
    #expect(try !session.call("render", ["job": Self.square]).isError)
  }

  /// A crashed worker is an error of its call alone.
  @Test func aCrashNamesTheEffect() throws {
    let plugins = try OutsidePlugin.built.get().folder
    let session = try MCPSession("--plugins", plugins.path, "--calls", "1", in: Workshop())
    for (tool, step) in [("validate", "validate"), ("render", "extent"), ("render", "apply")] {
      let result = try session.call(tool, ["job": Self.stumbling(step)])
      #expect(result.isError && result.images.isEmpty)
      #expect(
        result.text
          == "job: the worker was killed by SIGILL in effect \"stumble\" (libGlow.so) of layers[0].",
        "\(tool): \(result.text)")
      #expect(try !session.call("render", ["job": Self.square]).isError)
    }
    let (messages, status) = try session.finish()
    #expect(status == 0 && messages.isEmpty)
  }

  private static func stumbling(_ step: String) -> JSON {
    [
      "scrim": 1, "canvas": ["width": 20, "height": 20],
      "layers": [
        ["fill": "red", "effects": [["effect": "stumble", "step": .string(step)]]]
      ],
    ]
  }

  /// Whatever a worker does for them.
  @Test(arguments: ["validate", "measure", "render"])
  func cancelledCallsEnd(_ tool: String) throws {
    let plugins = try OutsidePlugin.built.get().folder
    let session = try MCPSession(
      "--plugins", plugins.path, "--seconds", "600", "--calls", "1", in: Workshop())
    #expect(try !session.call("render", ["job": Self.square]).isError)
    try session.sendCall(tool, ["job": Self.stumbling("endless")], id: "endless")
    try session.sendCall("render", ["job": Self.square], id: "next")
    // The worker has it.
    usleep(500_000)
    try session.send([
      "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": "endless"],
    ])
    let start = ContinuousClock.now
    let response = try session.receive()
    #expect(response["id"] == "next" && ContinuousClock.now - start < .seconds(20))
  }

  @Test func cancelledCallsHaveNoResponse() throws {
    let session = try MCPSession("--seconds", "600", "--calls", "1", in: Workshop())
    #expect(try !session.call("render", ["job": Self.square]).isError)
    try session.sendCall("render", ["job": Self.slow], id: 1)
    try session.sendCall("render", ["job": Self.square], id: 2)
    try session.sendCall("render", ["job": Self.square], id: "three")
    #expect(
      try session.request("ping", id: 1)["result"] == [:], "identifiers of calls are not of pings")
    try session.sendCall("render", ["job": Self.square], id: 1)
    #expect(
      try session.receive()["error"]?["message"] == "a request with this id is in progress.")
    // The worker has the first one.
    usleep(500_000)
    let start = ContinuousClock.now
    for id in [1, 2, 99] as [JSON] {
      try session.send([
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": id],
      ])
    }
    let (messages, status) = try session.finish()
    #expect(status == 0 && messages.map { $0["id"] } == ["three"])
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func fewCallsWait() throws {
    let session = try MCPSession("--calls", "1", in: Workshop())
    try session.sendCall("render", ["job": Self.slow], id: "slow")
    for id in 0..<40 { try session.sendCall("validate", ["job": Self.square], id: .integer(id)) }
    var refused: [Int] = []
    while refused.count < 7 {
      let response = try session.receive()
      #expect(response["error"]?["code"] == -32000)
      #expect(
        response["error"]?["message"] == "32 calls wait: try again when some have results.")
      refused.append(response["id"]?.integer ?? 0)
    }
    #expect(refused.allSatisfy { (31..<40).contains($0) })
    try session.send([
      "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": "slow"],
    ])
    let (messages, _) = try session.finish()
    #expect(Set(messages.compactMap { $0["id"]?.integer } + refused) == Set(0..<40))
  }

  @Test func optionsHaveRanges() throws {
    let workshop = try Workshop()
    let missing = try CommandRun("mcp", "--assets", "x", in: workshop.folder)
    #expect(missing.status == 66 && missing.errors == "scrim: --assets x: no such folder.\n")
    let calls = try CommandRun("mcp", "--calls", "17", in: workshop.folder)
    #expect(calls.status == 64 && calls.errors.contains("--calls 17 is outside 1…16."))
  }
}

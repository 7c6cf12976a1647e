import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// `scrim verify --redacted`: equal bytes for other concealed words, what is named where they differ, and the receipt.
@Suite struct RedactionReceiptTests {
  private static let words =
    "The board met on Monday evening and agreed to sell the old mill by the river to the town for nine million "
    + "crowns, after two years of talks."

  /// A job with a paywall.
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    /// Keys of the text, with the words.
    var text = #""string": "\#(RedactionReceiptTests.words)""#
    var frame = #""x": 20, "y": 20, "width": 360"#
    var effect = #""visibleLines": 1"#
    /// Layers above.
    var more = ""
    var canvas = ""
    var output = #"{"file": "k.png"}"#
    /// The kinds of other words.
    var variants = ["letters", "lines", "signs"]
    /// What the receipt says that the image may reveal, as in "lines 4".
    var mayReveal = ["lines 4", "script Latn", "line-end true"]

    var job: String {
      """
      {"scrim": 1, "seed": 7, "canvas": {"width": 400, "height": 300, "background": "#fff"\(canvas)},
       "layers": [{"id": "a", "frame": {\(frame)}, "text": {"size": 22, "color": "#111", \(text)},
         "effects": [{"effect": "paywall-blur", \(effect)}]}\(more)],
       "output": \(output)}
      """
    }
  }

  static let cases: [Case] = [
    Case(description: "plain"),
    Case(
      description: "paragraphs",
      text: #""string": "Anyone may read.\nThe culprit waits\nat home.""#,
      mayReveal: ["lines 2", "script Latn", "line-end false"]),
    Case(
      description: "markup",
      text:
        #""markup": "<i>The <b>board met</b> on Monday</i> evening &amp; <b>night</b>\nto <u>sell</u> the mill""#,
      variants: ["letters", "lines", "signs", "styles"],
      mayReveal: ["lines 2", "script Latn", "line-end true", "styles 0"]),
    Case(
      description: "a style that begins before, and one of the whole text",
      text:
        #""markup": "<i>The <b>board met on Monday evening and agreed to sell</b> the old mill by the river</i>""#,
      variants: ["letters", "lines", "signs", "styles"],
      mayReveal: ["lines 2", "script Latn", "line-end true", "styles 1"]),
    Case(
      description: "Arabic",
      text:
        #""font": "Noto Sans Arabic", "string": "اجتمع المجلس مساء الاثنين ووافق على بيع المطحنة القديمة على النهر للمدينة بتسعة ملايين تاج""#,
      mayReveal: ["lines 2", "script Arab", "line-end true"]),
    Case(
      description: "emoji",
      text: #""fontFallback": "allow", "string": "Anyone may read 🙂\n🙂🙂🙂\n🙂🙂""#,
      variants: ["lines", "signs"], mayReveal: ["lines 2", "script null", "line-end false"]),
    Case(
      description: "soft hyphens",
      text:
        #""string": "Inter\u00adnational organi\u00adsations under\u00adstand respon\u00adsibility""#,
      frame: #""x": 20, "y": 20, "width": 150"#,
      mayReveal: ["lines 3", "script Latn", "line-end true"]),
    Case(
      description: "shrunk", text: #""fit": "shrink", "minSize": 14, "string": "\#(words)""#,
      frame: #""x": 20, "y": 20, "width": 360, "height": 100"#),
    Case(description: "balanced", text: #""textWrap": "balance", "string": "\#(words)""#),
    Case(
      description: "an ellipsis", text: #""ellipsis": "end", "maxLines": 3, "string": "\#(words)""#),
    Case(
      description: "an ellipsis without a decoy",
      text: #""ellipsis": "end", "string": "\#(words)""#,
      frame: #""x": 20, "y": 20, "width": 360, "height": 32"#),
    Case(
      description: "capitals and features",
      text: #""textTransform": "uppercase", "features": "smcp=1", "string": "\#(words)""#,
      mayReveal: ["lines 5", "script Latn", "line-end true"]),
    Case(description: "bars", effect: #""visibleLines": 1, "substitute": "bars""#),
    Case(
      description: "lines and script by hand",
      effect: #""visibleLines": 1, "lines": 2, "script": "Cyrl""#, mayReveal: ["line-end true"]),
    Case(
      description: "lines by hand and nothing concealed", text: #""string": "Anyone may read.""#,
      effect: #""visibleLines": 1, "lines": 2, "script": "Cyrl""#, variants: ["lines", "signs"],
      mayReveal: ["line-end false"]),
    Case(
      description: "nothing visible", effect: #""visibleLines": 0"#,
      mayReveal: ["lines 5", "script Latn", "line-end false"]),
    Case(
      description: "a height", frame: #""x": 20, "y": 20, "width": 360, "height": 200"#,
      effect: #""visibleHeight": 40"#),
    Case(
      description: "references",
      more:
        ##", {"frame": {"of": "#a/concealed"}, "fill": "#f004"}, {"frame": {"of": "#a/match/board"}, "fill": "#f004"}"##
    ),
    Case(
      description: "annotations",
      text:
        #""font": "Noto Sans CJK JP", "string": "渡し守は東京へ。\n今夜は雨。犯人は執事である。", "ruby": [{"match": "東京", "text": "とうきょう"}, {"match": "犯人", "text": "はんにん"}, {"match": "執事", "text": "しつじ"}]"#,
      mayReveal: ["lines 1", "script Jpan", "line-end false"]),
    // Its characters are others in other lines, or none.
    Case(
      description: "an annotation by its place",
      text:
        #""font": "Noto Sans CJK JP", "string": "渡し守は東京へ。\n今夜は雨。犯人は執事である。", "ruby": [{"match": "犯人", "text": "はんにん"}, {"range": [9, 11], "text": "こんや"}]"#,
      variants: ["letters"], mayReveal: ["lines 1", "script Jpan", "line-end false"]),
    Case(description: "alt", canvas: #", "alt": "About the board""#),
    Case(
      description: "all formats",
      output:
        #"[{"file": "k.png"}, {"file": "k.jpg"}, {"file": "k.webp"}, {"file": "k.pdf", "textLayer": true}, {"file": "k.svg"}]"#
    ),
    Case(
      description: "below", more: ##", {"frame": {"below": "#a", "height": 9}, "fill": "#00f"}"##),
  ]

  private func workshop(_ job: String, _ arguments: [String] = []) throws -> Workshop {
    let workshop = try Workshop()
    try workshop.write(job, "k.json")
    let run = try CommandRun(["render", "k.json"] + arguments, in: workshop.folder)
    try #require(run.status == 0, "\(run.errors)")
    return workshop
  }

  private func verify(_ workshop: Workshop, _ arguments: [String] = []) throws -> CommandRun {
    try CommandRun(
      ["verify", "k.png", "--job", "k.json", "--redacted"] + arguments, in: workshop.folder
    )
  }

  private func receipt(_ workshop: Workshop, _ arguments: [String] = []) throws -> JSON {
    let run = try verify(workshop, ["--json"] + arguments)
    try #require(run.status == 0, "\(run.output)\(run.errors)")
    return try JSON(parsing: Array(run.output.utf8))
  }

  @Test(arguments: cases) func otherWordsGiveTheSameBytes(_ one: Case) throws {
    let workshop = try workshop(one.job)
    let before = try workshop.names(in: "")
    let receipt = try receipt(workshop)
    let run = try #require(receipt["concealed"]?.array?.first)
    #expect(run["layer"] == "#a" && run["effects"] == ["paywall-blur"])
    #expect(run["variants"] == .array(one.variants.map(JSON.string)), "\(run)")
    let facts = (run["mayReveal"]?.array ?? []).map {
      "\($0["fact"]?.string ?? "") \($0["value"]?.text() ?? "null")".replacing("\"", with: "")
    }
    #expect(facts == one.mayReveal)
    #expect(run["decoys"]?["seed"] == 7 && run["decoys"]?["version"] != nil)
    #expect(run["alsoIn"] == nil)
    #expect(try workshop.names(in: "") == before)
    // No word of it, and nothing by which one could be tried out.
    #expect(!receipt.text().contains("mill") && receipt["document"] == nil)
  }

  // MARK: What depends on the words

  @Test(arguments: [
    (#", "substitute": "none""#, "pixels differ by up to"),
    (#", "substitute": "none", "sigma": 250"#, "report: "),
  ])
  func wordsThatAreOnlyBlurredAreNamed(effect: String, part: String) throws {
    let workshop = try workshop(
      Case(description: "", effect: #""visibleLines": 1"# + effect).job)
    let run = try verify(workshop)
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix(
        "k.png: depends on concealed words\n"
          + "  #a: lines 2 to 5 of layers[0].text.string, by paywall-blur\n"), "\(run.output)")
    #expect(run.output.contains(part) && run.output.contains("other bytes in k.png"))
    let json = try JSON(parsing: Array(try verify(workshop, ["--json"]).output.utf8))
    #expect(json["result"] == "dependent")
    #expect(json["concealed"]?.array?.first?["lines"] == [2, 5])
    #expect(json["signature"] == nil)
  }

  @Test func aTextInABlurredGroupIsNamed() throws {
    let workshop = try workshop(
      """
      {"scrim": 1, "canvas": {"width": 400, "height": 200, "background": "#fff"},
       "layers": [{"id": "g", "frame": {"width": 400, "height": 200},
         "layers": [
           {"id": "above", "frame": {"width": 380}, "text": {"string": "Anyone may read", "size": 22}},
           {"id": "t", "frame": {"y": 60, "width": 380}, "text": {"string": "\(Self.words)", "size": 22}}],
         "effects": [{"effect": "paywall-blur", "visibleHeight": 80}]}],
       "output": {"file": "k.png"}}
      """)
    let run = try verify(workshop)
    #expect(run.status == 1)
    #expect(
      run.output.contains("  #t: lines 1 to 4 of layers[0].layers[1].text.string, by paywall-blur"),
      "\(run.output)")
    #expect(!run.output.contains("#above"))
  }

  /// Of two texts the one that depends on its words is named.
  @Test func theTextIsNamedThatChangesTheImage() throws {
    let other =
      #", {"id": "b", "frame": {"x": 20, "y": 200, "width": 360}, "text": {"string": "\#(Self.words)", "size": 9}, "effects": [{"effect": "paywall-blur", "visibleLines": 1, "substitute": "none"}]}"#
    let workshop = try workshop(Case(description: "", more: other).job)
    let run = try verify(workshop)
    #expect(run.status == 1 && run.output.contains("  #b: ") && !run.output.contains("  #a: "))
  }

  @Test func whatIsOnlyBlurredOfAnImageIsListed() throws {
    let fill =
      ##", {"id": "f", "frame": {"y": 200, "width": 50, "height": 50}, "fill": "#0a0", "effects": [{"effect": "paywall-blur", "visibleHeight": 10}]}"##
    let workshop = try workshop(Case(description: "", more: fill).job)
    #expect(try receipt(workshop)["blurred"] == ["#f"])
    #expect(try verify(workshop).output.contains("#f: a part is only blurred"))
  }

  @Test func wordsThatAreAlsoElsewhereAreListed() throws {
    let other = #", {"frame": {"y": 250}, "text": {"string": "Sell the OLD mill!", "size": 9}}"#
    let workshop = try workshop(Case(description: "", more: other).job)
    #expect(
      try receipt(workshop)["concealed"]?.array?.first?["alsoIn"] == ["/layers/1/text/string"])
    #expect(
      try verify(workshop).output.contains(
        "some of the words are also in layers[1].text.string"))
  }

  @Test func anEllipsisInTheMiddleIsNotDecided() throws {
    let workshop = try workshop(
      Case(
        description: "", text: #""ellipsis": "middle", "maxLines": 3, "string": "\#(Self.words)""#
      ).job)
    let run = try verify(workshop)
    #expect(run.status == 1 && run.output.hasPrefix("k.png: not decided\n"), "\(run.output)")
    #expect(run.output.contains("an ellipsis at the start or in the middle"))
  }

  @Test func aJobWithoutConcealedWordsIsRefused() throws {
    let workshop = try workshop(Case(description: "", effect: #""visibleLines": 99"#).job)
    let run = try verify(workshop)
    #expect(run.status == 65)
    #expect(run.errors.contains("k.json: no effect conceals words, so there is nothing to prove."))
  }

  @Test func anotherImageIsNotProven() throws {
    let workshop = try workshop(Case(description: "").job)
    try workshop.write(Case(description: "", canvas: #", "alt": "x""#).job, "k.json")
    let run = try verify(workshop)
    #expect(run.status == 1 && run.output.hasPrefix("k.png: same pixels, other bytes"))
  }

  /// The column of a warning behind the words would give their length.
  @Test func placesOfWarningsRevealNothing() throws {
    let job = Case(description: "").job.replacing("\n", with: "")
      .replacing(#""output""#, with: #""styles": {"x": {"opacity": 1}}, "output""#)
    let workshop = try workshop(job)
    #expect(try verify(workshop).status == 0)
  }

  // MARK: Rows

  @Test func rowsAreProvenEachForItself() throws {
    let workshop = try Workshop()
    let job = Case(description: "", text: #""string": "${body}", "font": "Noto Sans""#).job
    try workshop.write(
      job.replacing(
        #""scrim": 1,"#, with: #""scrim": 1, "inputs": {"body": {"type": "string"}},"#
      ).replacing("k.png", with: "k${row}.png"), "card.json")
    try workshop.write("body\n\"Free.\nHidden words\"\n\"\(Self.words)\"\n", "rows.csv")
    let run = try CommandRun("render", "card.json", "--data", "rows.csv", in: workshop.folder)
    try #require(run.status == 0, "\(run.errors)")
    for (image, lines) in [("k1.png", 1), ("k2.png", 4)] {
      let run = try CommandRun(
        ["verify", image, "--job", "card.json", "--data", "rows.csv", "--redacted", "--json"],
        in: workshop.folder
      )
      try #require(run.status == 0, "\(run.output)\(run.errors)")
      let receipt = try JSON(parsing: Array(run.output.utf8))
      #expect(receipt["row"] == .integer(image == "k1.png" ? 1 : 2))
      #expect(
        receipt["concealed"]?.array?.first?["mayReveal"]?.array?.first
          == ["fact": "lines", "value": .integer(lines)])
    }
  }

  /// Of 2,000 rows, of which one is wrong, each image is proven by its own, with and without a lock.
  @Test func oneOfThousandsOfRowsIsProven() throws {
    let workshop = try Workshop()
    let job = Case(
      description: "", text: #""string": "${title}\n${body}", "font": "Noto Sans""#
    ).job
    try workshop.write(
      job.replacing(
        #""scrim": 1,"#,
        with:
          #""scrim": 1, "inputs": {"title": {"type": "string", "maxLength": 9}, "body": {"type": "string", "default": ""}},"#
      ).replacing("k.png", with: "cards/${row}.png"), "card.json")
    func write(_ bodies: [Int: String] = [:]) throws {
      let rows = (1...2000).map { row in
        let title = row == 3 ? "Much too long" : "No. \(row)"
        let lines = (0..<row % 4).map { "Secret \($0 + row)" }.joined(separator: "\n")
        return "\(title),\"\(bodies[row] ?? lines)\"\n"
      }
      try workshop.write("title,body\n" + rows.joined(), "rows.csv")
    }
    try write()
    let run = try CommandRun(
      "render", "card.json", "--data", "rows.csv", "--rows", "2,999,2000", "--lock",
      in: workshop.folder)
    try #require(run.status == 0, "\(run.errors)")
    func prove(_ row: Int, status: Int32 = 0) throws -> JSON {
      let run = try CommandRun(
        "verify", "cards/\(row).png", "--job", "card.json", "--data", "rows.csv", "--redacted",
        "--json", in: workshop.folder)
      #expect(run.status == status && run.errors.isEmpty, "\(run.output)\(run.errors)")
      return try JSON(parsing: run.bytes)
    }
    let first = try prove(2)
    #expect(first["row"] == 2 && first["image"] == "2.png")
    #expect(
      first["concealed"]?.array?.first?["mayReveal"]?.array?.first == ["fact": "lines", "value": 2])
    #expect(!first.text().contains("Secret") && !first.text().contains("rows.csv"))
    #expect(
      try prove(999)["concealed"]?.array?.first?["mayReveal"]?.array?.first?["value"] == 3)
    // A row without concealed words has nothing to prove.
    let none = try CommandRun(
      "verify", "cards/2000.png", "--job", "card.json", "--data", "rows.csv", "--redacted",
      in: workshop.folder)
    #expect(none.status == 65 && none.errors.contains("nothing to prove"), "\(none.errors)")
    // Other words of the row, and of others, change nothing; another line does.
    try write([2: "Hidden 2\nHidden 3", 4: "Other"])
    #expect(try prove(2)["sha256"] == first["sha256"])
    try FileManager.default.removeItem(
      at: workshop.folder.appending(path: "card.lock.json"))
    var unlocked = try #require(prove(2).object)
    unlocked.removeAll { $0.key == "signature" }
    #expect(JSON.object(unlocked) == first)
    try write([2: "Hidden 2"])
    #expect(try prove(2, status: 1)["result"] == "other-pixels")
  }

  // MARK: Signatures

  private func openssl(_ arguments: [String], in workshop: Workshop) throws -> Int32 {
    try CommandRun(arguments, program: "/usr/bin/openssl", in: workshop.folder).status
  }

  private func makeKey(_ name: String, _ algorithm: String = "ed25519", in workshop: Workshop)
    throws
  {
    try #require(
      openssl(["genpkey", "-algorithm", algorithm, "-out", "\(name).pem"], in: workshop) == 0)
    try #require(
      openssl(["pkey", "-in", "\(name).pem", "-pubout", "-out", "\(name).pub"], in: workshop) == 0)
    try close("\(name).pem", in: workshop)
  }

  private func close(_ name: String, _ mode: Int = 0o600, in workshop: Workshop) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: workshop.folder.appending(path: name).path)
  }

  private func check(_ workshop: Workshop, _ image: String, _ receipt: String, _ key: String)
    throws -> CommandRun
  {
    try CommandRun(
      "verify", image, "--receipt", receipt, "--public-key", key, in: workshop.folder)
  }

  @Test func aReceiptIsSigned() throws {
    let workshop = try workshop(Case(description: "").job)
    try makeKey("own", in: workshop)
    try makeKey("other", in: workshop)
    let run = try verify(workshop, ["--json", "--key", "own.pem"])
    try #require(run.status == 0, "\(run.errors)")
    try workshop.write(run.output, "receipt.json")
    // Spaces do not count, and equal receipts have equal signatures.
    let json = try JSON(parsing: Array(run.output.utf8))
    try workshop.write(json.text(), "short.json")
    #expect(try verify(workshop, ["--json", "--key", "own.pem"]).output == run.output)
    for receipt in ["receipt.json", "short.json"] {
      let good = try check(workshop, "k.png", receipt, "own.pub")
      #expect(
        good.status == 0
          && good.output == "k.png: the receipt is of this image, and signed by the key\n",
        "\(good.errors)")
    }
    let other = try check(workshop, "k.png", "receipt.json", "other.pub")
    #expect(
      other.status == 1
        && other.output == "k.png: receipt.json is signed by another key, or was changed\n")
    try workshop.write(
      run.output.replacing("\"value\": 4", with: "\"value\": 3"), "changed.json")
    #expect(try check(workshop, "k.png", "changed.json", "own.pub").status == 1)
    try workshop.write(Data(try workshop.bytes("k.png") + [0]), "k2.png")
    let image = try check(workshop, "k2.png", "receipt.json", "own.pub")
    #expect(
      image.status == 1
        && image.output == "k2.png: receipt.json is that of another image, or k2.png was changed\n")
    try workshop.write(try verify(workshop, ["--json"]).output, "plain.json")
    let plain = try check(workshop, "k.png", "plain.json", "own.pub")
    #expect(plain.status == 1 && plain.output == "k.png: plain.json is not signed\n")
    // As other programs check it.
    let signed = JSON.object((json.object ?? []).filter { $0.key != "signature" })
    try workshop.write(signed.text(), "signed")
    let digits = Array(json["signature"]?["value"]?.string ?? "")
    let value = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
    try workshop.write(Data(value), "signature")
    #expect(
      try openssl(
        [
          "pkeyutl", "-verify", "-pubin", "-inkey", "own.pub", "-rawin", "-in", "signed",
          "-sigfile", "signature",
        ], in: workshop) == 0)
  }

  @Test func unusableKeysAreRefused() throws {
    let workshop = try workshop(Case(description: "").job)
    try makeKey("own", in: workshop)
    try makeKey("rsa", "RSA", in: workshop)
    try workshop.write("nothing", "text.pem")
    try close("text.pem", in: workshop)
    try #require(
      openssl(
        ["pkey", "-in", "own.pem", "-aes256", "-passout", "pass:x", "-out", "locked.pem"],
        in: workshop) == 0)
    try close("locked.pem", in: workshop)
    func refusal(_ key: String) throws -> String {
      let run = try verify(workshop, ["--json", "--key", key])
      #expect(run.status != 0 && run.output == "")
      return run.errors
    }
    let expected = "a private key in PEM, as openssl genpkey -algorithm ed25519 writes it.\n"
    #expect(try refusal("rsa.pem").hasSuffix("is a key of another algorithm: expected " + expected))
    #expect(try refusal("text.pem").hasSuffix("is not a key: expected " + expected))
    #expect(try refusal("locked.pem").hasSuffix("has a passphrase: expected " + expected))
    #expect(try refusal("none.pem").contains("none.pem: no such file."))
    for mode in [0o640, 0o604, 0o660] {
      try close("own.pem", mode, in: workshop)
      #expect(
        try refusal("own.pem").contains(
          "own.pem is accessible to other users, so its key is not used: chmod go= it."))
    }
    let run = try check(workshop, "k.png", "k.json", "own.pub")
    #expect(run.status == 65 && run.errors.contains("k.json is not a receipt"))
  }

  @Test(arguments: [
    (["--job", "k.json", "--key", "x"], "--key signs the receipt of --redacted --json: add both."),
    (["--job", "k.json", "--receipt", "x"], "--receipt and --public-key are used together."),
    (["--receipt", "x", "--public-key", "x", "--job", "k.json"], "but not both."),
    ([], "name the image's job by --job, or a receipt by --receipt"),
    (["--receipt", "x", "--public-key", "x", "--redacted"], "they cannot be combined."),
  ])
  func optionsThatDoNotFitAreErrors(arguments: [String], message: String) throws {
    let folder = FileManager.default.temporaryDirectory
    let run = try CommandRun(["verify", "k.png"] + arguments, in: folder)
    #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
  }
}

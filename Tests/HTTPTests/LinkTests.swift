import ScrimHTTP
import ScrimJSON
import Testing

/// Links: what one is, who signed it, and what it says.
@Suite struct LinkTests {
  static let secret = LinkSecret("0123456789abcdef0123456789abcdef")
  static let other = LinkSecret("fedcba9876543210fedcba9876543210")

  private func link(_ path: String) throws -> ImageLink { try #require(ImageLink(path: path)) }

  // MARK: Paths

  @Test func readsPaths() throws {
    let plain = try link("/t/card@1/eyJ9.png")
    #expect(plain.template == TemplateVersion("card@1"))
    #expect(plain.variant == nil && plain.payload == "eyJ9" && plain.format == .png)
    let variant = try link("/t/my-card@2026.11_b-1/og/eyJ9.jpg")
    #expect(variant.template.name == "my-card" && variant.template.version == "2026.11_b-1")
    #expect(variant.variant == "og" && variant.format == .jpeg)
    for link in [plain, variant] { #expect(ImageLink(path: link.path) == link) }
  }

  @Test(arguments: [
    "/t/", "/t/card@1", "/t/card@1/", "/t/card@1/x", "/t/card@1/.png", "/t/card@1/x.gif",
    "/t/card@1/x.PNG", "/t/card@1/x.jpeg", "/t/card@1/a/b/x.png", "/t/card@1//x.png", "/t//x.png",
    "/t/../x.png", "/t/..@1/x.png", "/t/card@../x.png", "/t/.card@1/x.png", "/t/card@.1/x.png",
    "/t/card%2f@1/x.png", "/t/card%401/x.png", "/t/card/x.png", "/t/card@1@2/x.png",
    "/t/Card@1/x.png", "/t/card@1/../x.png", "/t/card@1/a%2fb/x.png", "/t/card@1/a\u{0}b/x.png",
    "/t/card\u{0}@1/x.png", "/t/card\r\nX: y@1/x.png", "/t/kärtchen@1/x.png", "t/card@1/x.png",
    "/T/card@1/x.png", "/t/card@1\\og/x.png", "/t/card@1/o.g/x.png",
  ])
  func refusesPaths(path: String) {
    #expect(ImageLink(path: path) == nil)
  }

  @Test func boundsNames() {
    let longest = String(repeating: "a", count: 64)
    #expect(TemplateVersion("\(longest)@1") != nil && TemplateVersion("a\(longest)@1") == nil)
    #expect(TemplateVersion("a@\(longest.prefix(32))") != nil)
    #expect(TemplateVersion("a@\(longest.prefix(33))") == nil)
  }

  // MARK: Signatures

  @Test func acceptsItsOwnSignatureOnly() throws {
    let (secret, other) = (try #require(Self.secret), try #require(Self.other))
    let key = ServiceKey(name: "shop")
    let keys = LinkKeys([(key, [secret]), (ServiceKey(name: "blog"), [other])])
    let path = "/t/card@1/eyJ9.png"
    let signature = try #require(link(path).signed(by: secret).split(separator: "=").last)
    #expect(keys.signer(of: path, signature)?.name == "shop")
    // As Python's hmac has it.
    #expect(signature == "JP05i4syzlfK6LJ-L4Rj0EvL3W96FB2Yf0AWr49JZ64")
    for wrong in [
      "", String(signature.dropLast()), String(signature.dropFirst()), String(signature.reversed()),
      signature + "A", signature + "=", signature.uppercased(),
      String(repeating: "A", count: 43), "%" + signature.dropFirst(),
    ] {
      #expect(keys.signer(of: path, wrong) == nil, "\(wrong)")
    }
    for changed in [
      "/t/card@2/eyJ9.png", "/t/card@1/eyJ9.jpg", "/t/card@1/og/eyJ9.png", "/t/card@1/eyJ8.png",
      "/t/card@1/9Jye.png", path + "?", path + "/",
    ] {
      #expect(keys.signer(of: changed, signature) == nil, "\(changed)")
    }
  }

  @Test func rotatesSecrets() throws {
    let (secret, other) = (try #require(Self.secret), try #require(Self.other))
    let link = try link("/t/card@1/eyJ9.png")
    let old = try #require(link.signed(by: secret).split(separator: "=").last)
    let new = try #require(link.signed(by: other).split(separator: "=").last)
    let key = ServiceKey(name: "shop")
    let both = LinkKeys([(key, [other, secret])])
    #expect(both.signer(of: link.path, old) == key && both.signer(of: link.path, new) == key)
    let after = LinkKeys([(key, [other])])
    #expect(after.signer(of: link.path, old) == nil && after.signer(of: link.path, new) == key)
    #expect(LinkKeys([]).signer(of: link.path, old) == nil)
  }

  @Test(arguments: ["short", String(repeating: "a", count: 129), String(repeating: "ä", count: 20)])
  func refusesSecrets(text: String) {
    #expect(LinkSecret(text) == nil)
  }

  // MARK: Payloads

  @Test func encodesPayloads() throws {
    let inputs: JSON = ["title": "Grüße/\"1\"", "b": [1, 2.5, true, nil], "a": ["y": 1, "x": 2]]
    let payload = LinkPayload(inputs: inputs, expiry: 1_798_761_600, key: "shop")
    #expect(
      Base64URL.decode(payload.encoded).map { String(decoding: $0, as: UTF8.self) }
        == #"{"e":1798761600,"i":{"a":{"x":2,"y":1},"b":[1,2.5,true,null],"title":"Grüße/\"1\""},"k":"shop"}"#
    )
    #expect(try LinkPayload(decoding: payload.encoded) == payload)
    // Other encoders sort and escape differently.
    let loose =
      #"{ "k": "shop", "i": {"b": [1.0, 25e-1, true, null], "title": "Gr\u00fc\u00dfe\/\"1\"", "a": {"y": 1, "x": 2}}, "e": 1798761600 }"#
    #expect(try LinkPayload(decoding: Base64URL.encode(Array(loose.utf8))) == payload)
  }

  @Test(arguments: [
    ("[]", "the payload must be an object with the keys i, k and, on request, e."),
    ("{}", "i must be an object: the values of the template's inputs."),
    (#"{"i": [], "k": "a"}"#, "i must be an object: the values of the template's inputs."),
    (#"{"i": {}}"#, "k must be a string: the name of the key that signed the link."),
    (#"{"i": {}, "k": 1}"#, "k must be a string: the name of the key that signed the link."),
    (
      #"{"i": {}, "k": "a", "e": "x"}"#,
      "e must be a whole number: when the link expires, in seconds since 1970."
    ),
    (
      #"{"i": {}, "k": "a", "e": -1}"#,
      "e must be a whole number: when the link expires, in seconds since 1970."
    ),
    (
      #"{"i": {}, "k": "a", "x": 1}"#,
      #"unknown key "x": a payload has i (inputs), k (key) and e (expiry)."#
    ),
  ])
  func refusesPayloads(json: String, message: String) {
    #expect { try LinkPayload(decoding: Base64URL.encode(Array(json.utf8))) } throws: { error in
      (error as? Diagnostic)?.message == message
    }
  }

  @Test func refusesOtherBytes() {
    let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    for text in [
      #"{"i": {"a": 1, "a": 2}, "k": "a"}"#, #"{"i": {"a": \#(deep)}, "k": "a"}"#, "\u{0}",
    ] {
      #expect(throws: Diagnostic.self) {
        try LinkPayload(decoding: Base64URL.encode(Array(text.utf8)))
      }
    }
    for text in ["", "a", "ab=", "a+b/", "a b", "e30\n", "e31"] {
      #expect(throws: Diagnostic.self, "\(text)") { try LinkPayload(decoding: text) }
    }
  }

  @Test func base64IsExact() {
    for count in 0...40 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 151 + count) }
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
    #expect(Base64URL.encode([0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFF]) == "----____")
    #expect(Base64URL.decode("Zh") == nil, "bits are left over")
    #expect(Base64URL.decode("Z") == nil)
  }

  // MARK: Identities

  private func identity(
    template: String = "d1", _ path: String = "/t/card@1/eyJ9.png", inputs: JSON = ["a": 1],
    environment: String = "sha256:e1"
  ) throws -> ImageIdentity {
    try ImageIdentity(template: template, link(path), inputs: inputs, environment: environment)
  }

  @Test func everythingThatMattersIsInTheETag() throws {
    let one = try identity()
    // The payload's own text does not count: expiry and key are no part of an image.
    #expect(try identity("/t/card@1/eyJ8.png") == one)
    #expect(try identity(inputs: ["a": 1.0]) == one)
    let others = [
      try identity(template: "d2"), try identity("/t/card@2/eyJ9.png"),
      try identity("/t/card@1/og/eyJ9.png"), try identity("/t/card@1/eyJ9.webp"),
      try identity(inputs: ["a": 2]), try identity(inputs: ["a": "1"]),
      try identity(environment: "sha256:e2"),
    ]
    #expect(Set(others + [one]).count == others.count + 1)
    let ordered: JSON = ["a": 1, "b": ["c": 1, "d": 2]]
    let reversed: JSON = ["b": ["d": 2, "c": 1], "a": 1]
    #expect(try identity(inputs: ordered) == identity(inputs: reversed))
    #expect((0..<(1 << 53)).contains(one.seed) && one.seed != others[0].seed)
  }

  @Test func matchesIfNoneMatch() throws {
    let one = try identity()
    for field in [one.etag, "W/\(one.etag)", "\"a\", \(one.etag)", "\"a\",W/\(one.etag) , \"b\""] {
      #expect(one.isNamed(in: field), "\(field)")
    }
    for field in ["", "\"a\"", one.digest, "\(one.etag)x", "*"] {
      #expect(!one.isNamed(in: field), "\(field)")
    }
  }
}

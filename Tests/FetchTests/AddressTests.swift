import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// Where scrim-fetch does not go, whoever asks for it: the job, a redirect, or a name.
@Suite struct AddressTests {
  let server: RunningServer

  init() throws {
    server = try RunningServer()
    try server.configure(requests: "retries = 0")
  }

  /// Hosts of addresses that are not public. Of 127.0.0.0/8 only 127.0.0.1 is allowed here.
  static let hosts = [
    "127.0.0.2", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254",
    "168.63.129.16",
    "0.0.0.0", "224.0.0.1", "255.255.255.255", "2130706434", "0x7f000002", "0177.0.0.2", "127.2",
    "[::1]", "[::ffff:10.0.0.1]", "[::ffff:7f00:2]", "[::7f00:2]", "[64:ff9b::7f00:2]",
    "[64:ff9b:1::a00:1]",
    "[2002:7f00:2::1]", "[fe80::1]", "[fd00:ec2::254]", "[ff02::1]", "[2001:db8::1]",
  ]

  @Test(arguments: hosts) func refusesAddresses(host: String) throws {
    let error = try #require(try server.error("https://\(host)/latest/meta-data"))
    #expect(
      error.contains("is not a public address; network.allow in fetch.toml allows others"),
      "\(error)")
  }

  @Test(arguments: hosts) func refusesThemInRedirects(host: String) throws {
    let error = try #require(
      try server.error(server.url("/redirect?to=https://\(host):\(server.port)/x")))
    #expect(error.contains("is not a public address"), "\(error)")
    #expect(try server.requests().count == 1)
  }

  /// A name is judged by the address that is connected to.
  @Test func refusesNamesOfSuchAddresses() throws {
    #expect(try server.fetch(server.url("/a.png", host: "localhost"))["type"] != nil)
    try server.configure(network: "", requests: "retries = 0")
    let text = try String(
      contentsOf: server.folder.appending(path: "home/.config/scrim/fetch.toml"), encoding: .utf8)
    try Data(text.replacing("allow = [\"127.0.0.1\"]", with: "allow = []").utf8).write(
      to: server.folder.appending(path: "home/.config/scrim/fetch.toml"))
    let error = try #require(try server.error(server.url("/b.png", host: "localhost")))
    #expect(error.contains("is not a public address"), "\(error)")
    #expect(try server.requests().count == 1)
    #expect(
      try server.fetch(server.url("/b.png", host: "localhost"), "--allow", "127.0.0.0/8")["type"]
        != nil)
  }

  /// A service names the hosts that its clients may have files fetched from.
  @Test func goesToNamedHostsOnly() throws {
    let url = server.url("/a.png")
    #expect(try server.fetch(url, "--host", "127.0.0.1", "--host", "example.com")["type"] != nil)
    #expect(try server.fetch(url, "--host", "*.0.0.1")["type"] != nil)
    let all = "the host 127.0.0.1 is not allowed, but *.127.0.0.1, 27.0.0.1"
    #expect(try server.error(url, "--host", "*.127.0.0.1", "--host", "27.0.0.1") == all)
    let redirect = server.url("/redirect?to=\(server.url("/fresh.png", host: "localhost"))")
    let named = "the host localhost is not allowed, but 127.0.0.1"
    #expect(
      try server.error(redirect, "--host", "127.0.0.1") == "the redirect is refused: \(named)")
    // Nor is a file used that such a redirect led to.
    #expect(try server.fetch(redirect)["type"] != nil)
    #expect(
      try server.error(redirect, "--host", "127.0.0.1", "--offline")?.contains("cache") == true)
    #expect(
      try server.error(redirect, "--host", "127.0.0.1") == "the redirect is refused: \(named)")
  }

  @Test func refusesOtherSchemesAndPorts() throws {
    let plain = "http://127.0.0.1:\(server.plainPort)/a.png"
    let file = "file:///etc/passwd"
    for url in [
      plain, file, "ftp://127.0.0.1/a", "gopher://127.0.0.1:\(server.port)/x", "//127.0.0.1/a",
    ] {
      #expect(try server.error(url) == "only https:// are allowed")
    }
    for url in [plain, file] {
      #expect(
        try server.error(server.url("/redirect?to=\(url)"))
          == "the redirect is refused: only https:// are allowed")
    }
    let other = "https://127.0.0.1:\(server.plainPort)/a.png"
    let refusal =
      "port \(server.plainPort) is not allowed, but 443, \(server.port); network.ports in fetch.toml allows others"
    #expect(try server.error(other) == refusal)
    #expect(
      try server.error(server.url("/redirect?to=\(other)")) == "the redirect is refused: \(refusal)"
    )
    #expect(
      try server.fetch(plain, "--http", "--port", "\(server.plainPort)")["type"]?.string
        == "image/png")
  }

  @Test(arguments: [
    ("https://user:secret@127.0.0.1/a", "the URL has a user name or a password"),
    (
      "https://127.0.0.1\\@example.com/a",
      "the URL contains a space, a backslash or a control character"
    ),
    (
      "https://bücher.example/a",
      "the URL's host must be written in ASCII, as in xn--bcher-kva.example"
    ),
    ("https:///a", "the URL is not valid"),
    (
      "https://" + String(repeating: "a", count: 3000),
      "the URL has 3008 bytes; at most 2048 are allowed"
    ),
  ])
  func refusesURLs(url: String, error: String) throws {
    #expect(try server.error(url)?.hasPrefix(error) == true)
  }

  @Test func refusesAnUnknownAuthority() throws {
    let other = try RunningServer()
    let run = try server.run("scrim-fetch", ["--port", "\(other.port)", other.url("/a.png")])
    let error = try #require(run.lines().last?["error"]?.string)
    #expect(error.contains("certificate"), "\(error)")
    #expect(try other.requests().isEmpty)
  }

  @Test func ignoresProxiesOfTheEnvironment() throws {
    let proxy = "http://127.0.0.1:\(server.plainPort)"
    let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    let run = try server.run(
      "scrim-fetch", [server.url("/a.png")],
      environment: Dictionary(uniqueKeysWithValues: names.map { ($0, proxy) }))
    #expect(try run.lines().last?["type"] != nil, "\(run)")
  }

  // MARK: Configuration

  @Test func findsErrorsInTheConfiguration() throws {
    try server.write(
      """
      [network]
      allow = ["10.0.0.0/33"]
      ports = ["https"]
      [requests]
      seconds = 0
      retrys = 1
      [cache]
      folder = "here"
      """, to: "fetch.toml")
    let run = try server.run("scrim-fetch", ["--config", "fetch.toml", "--check"])
    #expect(run.status == 78)
    #expect(
      run.errors == """
        scrim-fetch: fetch.toml:2:9: network.allow: "10.0.0.0/33" is not an IP address or a range such as 10.0.0.0/8.
        fetch.toml:3:9: network.ports: "https" is not a port such as "8443".
        fetch.toml:5:11: requests.seconds: 0 is outside 1…600.
        fetch.toml:6:1: requests: unknown key "retrys". Did you mean "retries"?
        fetch.toml:8:10: cache.folder: "here" must be an absolute path.

        """)
  }

  @Test func theDoctorFindsThem() throws {
    try server.configure(requests: "seconds = 0")
    let run = try server.run("scrim", ["doctor", "--json", "--spool", "/nowhere"])
    let findings = try #require(JSON(parsing: Array(run.output.utf8))["findings"]?.array)
    let found = findings.first { $0["check"]?.string == "fetching" }
    #expect(
      found?["message"]?.string?.hasSuffix("requests.seconds: 0 is outside 1…600.") == true,
      "\(run)")
    try server.configure()
    #expect(
      try !server.run("scrim", ["doctor", "--json", "--spool", "/nowhere"]).output.contains(
        "fetching"))
  }

  /// The file that is installed has every key with its default.
  @Test func installedConfigurationHasTheDefaults() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../etc/fetch.toml").standardized.path
    let installed = try server.run("scrim-fetch", ["--config", file, "--check"])
    let none = try server.run(
      "scrim-fetch", ["--check"], environment: ["XDG_CONFIG_HOME": "/nowhere"])
    #expect(installed.status == 0 && installed.output == none.output, "\(installed.errors)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    for table in try JSON(parsing: Array(none.output.utf8)).object ?? [] {
      for key in table.value.object ?? [] {
        #expect(text.contains("\n\(key.key) = "), "\(table.key).\(key.key)")
      }
    }
  }
}

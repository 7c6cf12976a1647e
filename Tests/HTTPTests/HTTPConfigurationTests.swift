import Foundation
import ScrimHTTP
import ScrimJSON
import ScrimService
import Testing

@Suite struct HTTPConfigurationTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(String(repeating: "a", count: 40) + "\n", to: "a")
    try folder.write(String(repeating: "b", count: 40) + "\n", to: "b")
  }

  private func read(_ toml: String) throws -> HTTPConfiguration {
    try HTTPConfiguration(file: folder.write(toml, to: "http.toml"))
  }

  private func errors(_ toml: String) throws -> [String] {
    do {
      _ = try read(toml)
      return []
    } catch let error as ConfigurationError {
      return error.messages.map {
        $0.replacing("\(folder.path)/", with: "").replacing(/"\/[^"]*…"/, with: "FILE")
      }
    }
  }

  /// The file that is installed has every key with its default.
  @Test func theCommentedFileSaysTheDefaults() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../etc/http.toml").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(try HTTPConfiguration(file: file.path).json == HTTPConfiguration().json)
    for table in HTTPConfiguration().json.object ?? [] {
      for key in table.value.object ?? [] {
        #expect(text.contains("\n\(key.key) = "), "\(table.key).\(key.key)")
      }
    }
    // The keys of a key, in comments.
    let own = try read("[key.shop]\nsecret-files = [\"\(folder.path)/a\"]").json["key"]?["shop"]
    for key in own?.object ?? [] {
      let value = key.key == "secret-files" ? "" : key.value.text()
      #expect(text.contains("\n# \(key.key) = \(value)"), "\(key.key)")
    }
  }

  @Test func readsKeys() throws {
    let configuration = try read(
      """
      [listen]
      address = "unix:/run/scrim-http/socket"
      [key.shop]
      secret-files = ["\(folder.path)/a", "\(folder.path)/b"]
      renders-per-minute = 5
      """)
    #expect(
      configuration.keys.map(\.name) == ["shop"] && configuration.keys[0].rendersPerMinute == 5)
    #expect(configuration.secrets.map(\.count) == [2])
  }

  @Test func errorsHaveFileLineAndKey() throws {
    try folder.write("short\n", to: "short")
    try folder.write(String(repeating: "c", count: 40), to: "open", mode: 0o644)
    try folder.write("", to: "empty")
    let found = try errors(
      """
      [listen]
      address = "0.0.0.0:80"
      [templates]
      folder = "here"
      [workers]
      count = 2000
      plugin = []
      [cache]
      bytes = "much"
      [connection]
      [key.Shop]
      [key.one]
      secret-files = ["\(folder.path)/short", "\(folder.path)/open", "\(folder.path)/empty", "\(folder.path)/none"]
      waiting = 0
      fetch-hosts = ["*.example.com", "https://example.com", "Example.com", "*"]
      [key.three]
      secret-files = ["\(folder.path)/a"]
      [key.two]
      secret-files = ["\(folder.path)/b", "\(folder.path)/a"]
      """)
    #expect(
      found == [
        #"http.toml:2:11: listen.address: "0.0.0.0:80" must be a port of the loopback interface, such as "127.0.0.1:8620" or "[::1]:8620", or "unix:/run/scrim-http/socket"."#,
        #"http.toml:4:10: templates.folder: "here" must be an absolute path."#,
        "http.toml:6:9: workers.count: 2000 is outside 0…1024.",
        #"http.toml:7:1: workers: unknown key "plugin". Did you mean "plugins"?"#,
        "http.toml:9:9: cache.bytes: must be a whole number.",
        #"http.toml:10:1: unknown table "connection". Did you mean "connections"?"#,
        "http.toml:11:1: key.Shop.secret-files: is required: a list of files with a secret per line.",
        "http.toml:11:1: key.Shop: a key's name has 1 to 32 lower-case letters, digits and _.",
        #"http.toml:13:16: key.one.secret-files: FILE is accessible to all users: chmod o= it."#,
        #"http.toml:13:16: key.one.secret-files: FILE is empty."#,
        #"http.toml:13:16: key.one.secret-files: FILE must have 32 to 128 letters, digits or signs of ASCII per line."#,
        "http.toml:13:16: key.one.secret-files: cannot open none: No such file or directory.",
        "http.toml:14:11: key.one.waiting: 0 is outside 1…100000.",
        #"http.toml:15:15: key.one.fetch-hosts: "Example.com" must be a host in lower case, such as "images.example.com", or "*.example.com" for all below it, or "*" for any."#,
        #"http.toml:15:15: key.one.fetch-hosts: "https://example.com" must be a host in lower case, such as "images.example.com", or "*.example.com" for all below it, or "*" for any."#,
        "http.toml:19:16: key.two.secret-files: a secret is also one of key.three.",
      ])
  }

  /// A password is not repeated.
  @Test func aQueueHasNoRoleAndNoSpoolBesideIt() throws {
    let example = #"must be such as "postgresql://db.example/scrim?sslmode=verify-full""#
    for (url, message) in [
      ("postgresql://shop:secret@db.example/scrim", ", without a role or a password: each key is"),
      ("host=db.example password=secret", ", without a role or a password: each key is"),
      ("db.example", "; libpq cannot read it."),
    ] {
      let found = try errors("[jobs]\nqueue = \"\(url)\"")
      #expect(found.count == 1)
      #expect(
        found.first?.hasPrefix("http.toml:2:9: jobs.queue: \(example)\(message)") == true,
        "\(found)")
      #expect(found.first?.contains("secret") == false)
    }
    let both = try errors("[jobs]\nspool = \"/spool\"\nqueue = \"postgresql:///scrim\"")
    #expect(
      both == [
        "http.toml:3:9: jobs.queue: cannot be combined with jobs.spool: jobs go to the one or the other."
      ])
    #expect(try read("[jobs]\nqueue = \"postgresql:///scrim\"").queue == "postgresql:///scrim")
  }

  @Test(arguments: [
    "127.0.0.1:8620", "127.1.2.3:0", "localhost:80", "[::1]:8620", "unix:/run/scrim-http/socket",
  ])
  func acceptsAddresses(text: String) { #expect(ListenAddress(text) != nil) }

  @Test(arguments: [
    "", "8620", ":8620", "0.0.0.0:1", "[::]:1", "10.0.0.1:80", "example.com:80", "127.0.0.1",
    "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1", "127.0.0.1.:1", "127.0.0:1", "127.0.0.256:1",
    "unix:run/socket", "unix:", "unix:/run/", "unix:/\(String(repeating: "a", count: 108))",
  ])
  func refusesAddresses(text: String) { #expect(ListenAddress(text) == nil) }
}

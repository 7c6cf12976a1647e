import Foundation
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import Testing

extension SourceRoots {
  fileprivate init(allowed: [String] = [], fileBytes: Int = 64 << 20) {
    self.init(allowed: allowed, files: 64, fileBytes: fileBytes)
  }
}

/// The files that a job may name.
@Suite struct SourceRootsTests {
  private func open(
    _ name: String, roots: SourceRoots = SourceRoots(), assets: String? = nil,
    isBundle: Bool = false, prepare: (String) throws -> Void = { _ in }
  ) throws -> String? {
    let test = try TestSpool()
    let base = "\(test.path)/assets"
    try Data("photo".utf8).write(to: URL(filePath: "\(base)/photo.png"))
    try prepare(base)
    let head = assets.map { #""assets": "\#($0)", "# } ?? ""
    let document = try Node.parse(Array(#"{\#(head)"source": "\#(name)"}"#.utf8))
    let folder = try Folder.open(path: base).descriptor
    let opened = try #require(roots.open(document, from: folder, isBundle: isBundle).first)
    switch opened.source {
    case .open(let file):
      #expect(try file.readAll(limit: 100, of: name) == Array("photo".utf8))
      return nil
    case .unavailable(let reason): return reason
    }
  }

  @Test func opensWhatLiesBelow() throws {
    #expect(try open("photo.png") == nil)
    #expect(
      try open("p.png", assets: "in") {
        try FileManager.default.createDirectory(
          atPath: "\($0)/in", withIntermediateDirectories: true)
        try Data("photo".utf8).write(to: URL(filePath: "\($0)/in/p.png"))
      } == nil)
  }

  @Test func followsLinksThatStayInside() throws {
    #expect(try open("link.png") { try link("link.png", to: "photo.png", in: $0) } == nil)
    #expect(
      try open("p.png", assets: "ln") {
        try FileManager.default.createDirectory(
          atPath: "\($0)/in", withIntermediateDirectories: true)
        try Data("photo".utf8).write(to: URL(filePath: "\($0)/in/p.png"))
        try link("ln", to: "in", in: $0)
      } == nil)
  }

  @Test func aBundleBringsFilesOfAbsoluteNames() throws {
    func prepare(_ base: String) throws {
      try FileManager.default.createDirectory(
        atPath: "\(base)/.absolute", withIntermediateDirectories: true)
      try Data("photo".utf8).write(to: URL(filePath: "\(base)/.absolute/0"))
    }
    #expect(try open("/home/somebody/p.png", isBundle: true, prepare: prepare) == nil)
    // In a plain job's assets such a file has no meaning.
    #expect(
      try open("/home/somebody/p.png", prepare: prepare)
        == #""/home/somebody/p.png" is an absolute path, but no asset root is configured: use a path relative to the job's assets."#
    )
  }

  @Test func theRootOfAllAllowsAllButProcsMagicLinks() throws {
    let test = try TestSpool()
    try Data("photo".utf8).write(to: URL(filePath: "\(test.path)/p.png"))
    try link("link", to: "\(test.path)/p.png", in: test.path)
    let roots = SourceRoots(allowed: ["/"])
    #expect(try open("\(test.path)/link", roots: roots) == nil)
    #expect(
      try open("/proc/self/fd/0", roots: roots)
        == #""/proc/self/fd/0" has a symbolic link loop or passes through a link in /proc."#)
    #expect(try open("/dev/null", roots: roots) == #""/dev/null" is a device, not a file."#)
  }

  /// Regression: characters were counted instead of bytes, so that part of the name was removed with the root's.
  @Test(arguments: ["größe", "写真", "e\u{301}te\u{301}"]) func rootsOutsideASCII(_ folder: String)
    throws
  {
    let test = try TestSpool()
    let root = "\(test.path)/\(folder)"
    try FileManager.default.createDirectory(
      atPath: "\(root)/in", withIntermediateDirectories: true)
    try Data("photo".utf8).write(to: URL(filePath: "\(root)/in/größe.png"))
    for allowed in [root, "\(root)/"] {
      #expect(
        try open("\(root)/in/größe.png", roots: SourceRoots(allowed: [allowed])) == nil)
    }
  }

  /// Swift compares these strings as equal; to the kernel they are two folders.
  @Test func aRootIsItsBytes() throws {
    let test = try TestSpool()
    let name = "\(test.path)/\u{E9}/p.png"
    let roots = SourceRoots(allowed: ["\(test.path)/e\u{301}"])
    let reason = try #require(try open(name, roots: roots))
    #expect(reason.contains(" is not below an asset root: "))
  }

  private func link(_ name: String, to target: String, in folder: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(name)", withDestinationPath: target)
  }

  private func bindSocket(_ socket: Int32, _ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  @Test func saysWhyItDoesNotOpen() throws {
    #expect(try open("none.png") == #""none.png": no such file."#)
    #expect(
      try open("../status.json")
        == #""../status.json" leads out of its folder through ".." or a symbolic link."#)
    #expect(
      try open("/etc/hostname")
        == #""/etc/hostname" is an absolute path, but no asset root is configured: use a path relative to the job's assets."#
    )
    #expect(
      try open("/etc/hostname", roots: SourceRoots(allowed: ["/usr"]))
        == #""/etc/hostname" is not below an asset root: use a path relative to the job's assets, or one below asset-roots in the configuration."#
    )
    #expect(
      try open("out.png") {
        try link("out.png", to: "../status.json", in: $0)
      } == #""out.png" leads out of its folder through ".." or a symbolic link."#)
    // The kernel does not check whether an absolute link leads back inside.
    #expect(
      try open("absolute.png") { base in
        try link("absolute.png", to: "\(base)/photo.png", in: base)
      } == #""absolute.png" leads out of its folder through ".." or a symbolic link."#)
    #expect(
      try open("ring.png") { try link("ring.png", to: "ring.png", in: $0) }
        == #""ring.png" has a symbolic link loop or passes through a link in /proc."#)
    #expect(
      try open("nowhere.png") { try link("nowhere.png", to: "none", in: $0) }
        == #""nowhere.png": no such file."#)
    #expect(
      try open("x.png", assets: "photo.png") == #"the assets folder "photo.png": no such folder."#)
    #expect(
      try open("x.png", assets: "../out")
        == #"the assets folder "../out" leads out of its folder through ".." or a symbolic link."#)
    #expect(try open("a\\u0000b") == #""a\u{0}b" is not a file name."#)
    #expect(
      try open("s.png") { base in
        // A socket's path is limited to 107 bytes: it is created where the path is short.
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        let short = "/tmp/scrim-test-link-\(UUID().uuidString)"
        try FileManager.default.createSymbolicLink(
          atPath: short, withDestinationPath: base)
        defer { try? FileManager.default.removeItem(atPath: short) }
        guard bindSocket(socket, "\(short)/s.png") == 0 else { throw Crash() }
      } == #""s.png" is a socket, not a file."#)
    #expect(
      try open("in/") {
        try FileManager.default.createDirectory(
          atPath: "\($0)/in", withIntermediateDirectories: true)
      } == #""in/" is a folder, not a file."#)
    #expect(try open("x.png", assets: "none") == #"the assets folder "none": no such folder."#)
    #expect(
      try open("pipe.png") {
        guard mkfifo("\($0)/pipe.png", 0o644) == 0 else { throw Crash() }
      }
        == #""pipe.png" is a pipe, not a file."#)
    #expect(
      try open("photo.png", roots: SourceRoots(fileBytes: 4))
        == #""photo.png" has 5 bytes, more than the limit of 4."#)
  }

  @Test func saysWhereAPlainJobsFilesWereLookedFor() throws {
    var roots = SourceRoots()
    roots.assets = "/spool/assets"
    #expect(
      try open("none.png", roots: roots)
        == #""none.png": no such file. Scrim looked in /spool/assets; "#
        + #""scrim submit" sends the files that a job names along."#)
    #expect(try open("none.png", roots: roots, isBundle: true) == #""none.png": no such file."#)
  }

  @Test func aURLIsFetchedByCommandsOnly() throws {
    let message = #""https://example.com/…" is fetched by "scrim submit", not by the daemon."#
    #expect(try open("https://example.com/a.png?token=x") == message)
    #expect(try open("https://user:x@example.com/a.png", isBundle: true) == message)
    #expect(try open("DATA:,x")?.contains("is a data URL") == true)
    #expect(try open("ftp://example.com/a")?.contains("only https:// is fetched") == true)
  }

  @Test func aBundleBringsTheFilesOfURLs() throws {
    func open(_ list: String, isBundle: Bool = true) throws -> String? {
      try self.open("https://example.com/a.png", isBundle: isBundle) { base in
        try Data(list.utf8).write(to: URL(filePath: "\(base)/sources.json"))
        try link("link.png", to: "/etc/hostname", in: base)
      }
    }
    let record = #"{"https://example.com/a.png": {"file": "photo.png", "sha256": "ab"}}"#
    #expect(try open(record) == nil)
    #expect(try open(record, isBundle: false)?.contains("is fetched by") == true)
    #expect(try open(#"{"https://example.com/b.png": {}}"#)?.contains("is fetched by") == true)
    #expect(
      try open(#"{"https://example.com/a.png": {}}"#)
        == #""https://example.com/…" has no "file" in sources.json."#)
    #expect(
      try open(#"{"https://example.com/a.png": {"error": "HTTP status 404"}}"#)
        == #""https://example.com/…" cannot be fetched: HTTP status 404."#)
    for (file, end) in [
      ("/etc/hostname", "leads out of its folder"), ("../x.png", "leads out of its folder"),
      ("link.png", "leads out of its folder"), ("none.png", "no such file"),
    ] {
      let found = try open(#"{"https://example.com/a.png": {"file": "\#(file)"}}"#)
      #expect(found?.contains(end) == true, "\(found ?? "opened")")
    }
    #expect(
      try open("[1]")
        == #""https://example.com/…" is not known: sources.json of the bundle is invalid: sources.json: expected an object."#
    )
    #expect(try open("{")?.contains("is invalid: sources.json:1:2") == true)
  }

  @Test func absoluteNamesBelowAnAllowedFolder() throws {
    let test = try TestSpool()
    try Data("photo".utf8).write(to: URL(filePath: "\(test.path)/p.png"))
    #expect(try open("\(test.path)/p.png", roots: SourceRoots(allowed: [test.path + "/"])) == nil)
  }
}

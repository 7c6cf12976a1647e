import Foundation
import Glibc
import ScrimCommand
import ScrimLinux
import SystemPackage
import Testing

/// How any file that an option names is written.
@Suite struct OutputFileTests {
  private let folder: FilePath

  init() throws {
    var pattern = Array("/tmp/scrim-output-XXXXXX".utf8CString)
    try #require(mkdtemp(&pattern) != nil)
    folder = FilePath(String(decoding: pattern.dropLast().map(UInt8.init), as: UTF8.self))
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  private func status(_ name: String) throws -> stat {
    var about = stat()
    try #require(lstat(path(name), &about) == 0)
    return about
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func put(_ text: String, _ name: String, mode: mode_t = 0o644) throws {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    try #require(chmod(path(name), mode) == 0)
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []).sorted()
  }

  @discardableResult
  private func write(
    _ text: String, _ name: String, until deadline: ContinuousClock.Instant? = nil
  ) throws -> WrittenFile {
    try OutputFile(option: path(name)).write(.own(Array(text.utf8)), until: deadline)
  }

  /// Why a name cannot be written, without the folder.
  private func refusal(_ name: String, seconds: Double? = nil) -> (ScrimCommand.ExitStatus, String)?
  {
    do {
      try write("new", name, until: seconds.map { .now + .seconds($0) })
      return nil
    } catch let failure as Failure {
      return (failure.status, failure.message.replacingOccurrences(of: path(""), with: ""))
    } catch {
      return nil
    }
  }

  @Test func aNewFileHasThePermissionsOfTheUmask() throws {
    let written = try write("new", "a/b/x")
    #expect(written.shown?.string == path("a/b/x"))
    #expect(written.file?.string == path("a/b/x"))
    let mask = umask(0)
    umask(mask)
    #expect(try status("a/b/x").st_mode & 0o7777 == 0o666 & ~mask)
    try written.flushName()
  }

  @Test func aReplacedFileKeepsItsPermissions() throws {
    try put("old", "x", mode: 0o604)
    let old = try status("x")
    try write("new", "x")
    #expect(try text("x") == "new")
    #expect(try status("x").st_mode & 0o7777 == 0o604)
    #expect(try status("x").st_ino != old.st_ino)
    #expect(names == ["x"])
  }

  @Test func aLinkIsFollowed() throws {
    try put("old", "real", mode: 0o600)
    for (link, target) in [("a", "real"), ("b", path("a")), ("c", "none")] {
      try #require(symlink(target, path(link)) == 0)
    }
    let written = try write("new", "b")
    #expect(written.shown?.string == path("b"))
    #expect(written.file?.lastComponent == "real")
    #expect(try text("real") == "new")
    #expect(try status("real").st_mode & 0o7777 == 0o600)
    try write("other", "c")
    #expect(try text("none") == "other")
    for link in ["a", "b", "c"] { #expect(try FileKind(status(link)) == .link) }
  }

  @Test func linksWithoutAnEndAreRefused() throws {
    for (link, target) in [("a", "b"), ("b", "a"), ("c", "no/folder")] {
      try #require(symlink(target, path(link)) == 0)
    }
    #expect(refusal("a")?.1 == "a cannot be written: its symbolic links have no end.")
    #expect(refusal("c")?.1 == "c cannot be written: No such file or directory.")
    #expect(names == ["a", "b", "c"])
  }

  @Test func aFolderInTheWayIsRefused() throws {
    try #require(mkdir(path("x"), 0o755) == 0)
    #expect(refusal("x")?.1 == "x cannot be written: Is a directory.")
    #expect(refusal("y/")?.1 == "y/ is not a file name.")
    try put("old", "z")
    #expect(refusal("z/y")?.1 == "z/y cannot be written: Not a directory.")
    #expect(names == ["x", "z"])
  }

  @Test func aPipeIsWrittenInto() async throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    let long = String(repeating: "0123456789", count: 30_000)
    for deadline in [nil, ContinuousClock.Instant.now + .seconds(60)] {
      let name = path("pipe")
      let reader = Task.detached {
        try OwnedDescriptor.open(name, O_RDONLY).readStream(limit: 1 << 20, of: name)
      }
      let written = try write(long, "pipe", until: deadline)
      #expect(written.shown?.string == path("pipe"))
      #expect(written.file == nil)
      #expect(try await reader.value == Array(long.utf8))
    }
    #expect(try FileKind(status("pipe")) == .pipe)
    #expect(names == ["pipe"])
  }

  @Test func aPipeIsNotWaitedForLongerThanAsked() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    let none = try #require(refusal("pipe", seconds: 0.05))
    #expect(none.0 == .timedOut)
    #expect(none.1 == "pipe cannot be written: nothing read it before the time-out.")
    // A reader that reads nothing: the pipe is full after 64 KiB.
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    #expect(throws: Failure.self) {
      try write(String(repeating: "x", count: 1 << 20), "pipe", until: .now + .seconds(0.05))
    }
  }

  @Test func aReaderThatHasGoneIsAnErrorAndNoSignal() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    do {
      try OutputFile(option: "/dev/fd/\(ends[1])").write(.own([1]))
      Issue.record("written")
    } catch let failure as Failure {
      #expect(failure.status == .io)
      #expect(
        failure.message == "/dev/fd/\(ends[1]) cannot be written: its reader has closed it.")
    }
  }

  @Test(arguments: ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/", "/proc/thread-self/fd/"])
  func anOpenFileIsWrittenAtItsPosition(_ place: String) throws {
    try put("before after", "x")
    let inode = try status("x").st_ino
    // As the shell opens it: not closed on exec.
    let number = open(path("x"), O_WRONLY)
    defer { close(number) }
    lseek(number, 7, SEEK_SET)
    try OutputFile(option: "\(place)\(number)").write(.own(Array("NEW".utf8)))
    #expect(try text("x") == "before NEWer")
    #expect(try status("x").st_ino == inode)
    // A link to it, too.
    try #require(symlink("\(place)\(number)", path("link")) == 0)
    try write("!", "link")
    #expect(try text("x") == "before NEW!r")
    #expect(try FileKind(status("link")) == .link)
  }

  @Test func onlyDescriptorsOfTheCallerAreWritten() throws {
    try put("old", "x")
    let own = open(path("x"), O_WRONLY | O_CLOEXEC)
    let reading = open(path("x"), O_RDONLY)
    defer { for number in [own, reading] { close(number) } }
    for number in [own, reading] {
      do {
        try OutputFile(option: "/dev/fd/\(number)").write(.own([1]))
        Issue.record("written")
      } catch let failure as Failure {
        #expect(
          failure.message == "/dev/fd/\(number) cannot be written: it is not open for writing.")
      }
    }
    #expect(try text("x") == "old")
  }

  @Test func aSocketIsConnectedTo() throws {
    let socket = try StreamSocket.listen(
      as: "socket", in: Folder.open(path: folder.string), mode: 0o600)
    try write("bytes", "socket")
    let connection = try #require(StreamSocket.accept(from: socket))
    #expect(try connection.readStream(limit: 100, of: "it") == Array("bytes".utf8))
    #expect(try FileKind(status("socket")) == .socket)
    withExtendedLifetime(socket) {}
  }

  @Test func aSocketWithoutAListenerIsAnError() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    do {
      let socket = try StreamSocket.listen(
        as: "socket", in: Folder.open(path: folder.string), mode: 0o600)
      withExtendedLifetime(socket) {}
    }
    #expect(refusal("socket")?.1 == "socket cannot be written: nothing listens on this socket.")
    #expect(try FileKind(status("socket")) == .socket)
  }

  @Test func linesAreAddedToTheFileThatThereIs() throws {
    try put("old", "real", mode: 0o640)
    try #require(symlink("real", path("x")) == 0)
    let file = try OutputFile(option: path("x")).openLines()
    try file.write(Array("a\n".utf8), to: "x")
    #expect(try text("real") == "a\n")
    #expect(try status("real").st_mode & 0o7777 == 0o640)
    #expect(try FileKind(status("x")) == .link)
  }

  @Test func oneFileIsForOneImage() throws {
    #expect(try OutputPlaces("-", jobs: 1).isOne)
    #expect(throws: (any Error).self) { try OutputPlaces("-", jobs: 2) }
    #expect(throws: (any Error).self) { try OutputPlaces(path("x.png"), jobs: 2) }
    #expect(throws: (any Error).self) { try OutputPlaces(ofBatch: path("x.png")) }
    #expect(try !OutputPlaces(folder.string, jobs: 2).isOne)
    #expect(try !OutputPlaces("new/", jobs: 2).isOne)
    #expect(try !OutputPlaces(nil, jobs: 2).isOne)
    #expect(throws: Failure.self) {
      try OutputPlaces("-").files(for: [("a.png", "png"), ("b.png", "png")])
    }
  }
}

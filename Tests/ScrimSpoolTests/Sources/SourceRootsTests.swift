import Foundation
import ScrimDocument
import ScrimLinux
import ScrimSpool
import Testing

/// Which files a job may name.
@Suite struct SourceRootsTests {
  private func open(
    _ name: String, roots: SourceRoots = SourceRoots(), assets: String? = nil,
    prepare: (String) throws -> Void = { _ in }
  ) throws -> String? {
    let test = try TestSpool()
    let base = "\(test.path)/assets"
    try Data("photo".utf8).write(to: URL(filePath: "\(base)/photo.png"))
    try prepare(base)
    let head = assets.map { #""assets": "\#($0)", "# } ?? ""
    let document = try Node.parse(Array(#"{\#(head)"source": "\#(name)"}"#.utf8))
    let folder = try Folder.open(path: base).descriptor
    let (_, source) = try #require(roots.open(document, from: folder).first)
    switch source {
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

  @Test func saysWhyItDoesNotOpen() throws {
    #expect(try open("none.png") == #""none.png" is not there."#)
    #expect(
      try open("../status.json") == #""../status.json" leads out of the assets folder."#)
    #expect(
      try open("/etc/hostname")
        == #""/etc/hostname" is an absolute path, and no folder is allowed for these."#)
    #expect(
      try open("/etc/hostname", roots: SourceRoots(allowed: ["/usr"]))
        == #""/etc/hostname" is below none of the allowed folders."#)
    #expect(
      try open("link.png") {
        try FileManager.default.createSymbolicLink(
          atPath: "\($0)/link.png", withDestinationPath: "photo.png")
      } == #""link.png" goes through a symbolic link."#)
    #expect(try open("x.png", assets: "none") == #"the assets folder "none" is not there."#)
    #expect(
      try open("pipe.png") {
        guard mkfifo("\($0)/pipe.png", 0o644) == 0 else { throw Crash() }
      }
        == #""pipe.png" is no regular file."#)
    #expect(
      try open("photo.png", roots: SourceRoots(fileBytes: 4))
        == #""photo.png" has 5 bytes, more than the limit of 4."#)
  }

  @Test func absoluteNamesBelowAnAllowedFolder() throws {
    let test = try TestSpool()
    try Data("photo".utf8).write(to: URL(filePath: "\(test.path)/p.png"))
    #expect(try open("\(test.path)/p.png", roots: SourceRoots(allowed: [test.path + "/"])) == nil)
  }
}

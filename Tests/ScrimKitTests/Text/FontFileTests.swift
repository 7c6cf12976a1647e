import Foundation
import ProgramTesting
import Testing

@_spi(Host) import ScrimKit

/// Font files that jobs bring along, before any text uses them.
@Suite struct FontFileTests {
  /// The content of an installed font.
  private static func bytes(_ pattern: String) throws -> [UInt8] {
    let path = try CommandRun("-f", "%{file}", pattern, program: "/usr/bin/fc-match").output
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  private static let serif = Result { try bytes("DejaVu Serif:style=Book") }

  private func message(_ bytes: [UInt8], limit: Int = 64 << 20) -> String? {
    do throws(FontFileError) {
      _ = try FontFile(bytes, limit: limit)
      return nil
    } catch {
      return error.message
    }
  }

  /// The place of a table's entry in the directory.
  private func entry(_ tag: String, in bytes: [UInt8]) throws -> Int {
    let count = Int(bytes[4]) << 8 | Int(bytes[5])
    let entries: [Int] = (0..<count).map { 12 + 16 * $0 }
    return try #require(entries.first { bytes[$0..<$0 + 4].elementsEqual(tag.utf8) })
  }

  private func offset(of tag: String, in bytes: [UInt8]) throws -> Int {
    let entry = try entry(tag, in: bytes)
    return bytes[entry + 8..<entry + 12].reduce(0) { $0 << 8 | Int($1) }
  }

  @Test(arguments: [
    "DejaVu Serif:style=Book", "Noto Sans CJK JP", "Noto Color Emoji", "Inter:variable=true",
    "Noto Sans Arabic",
  ])
  func installedFontsAreUsable(pattern: String) throws {
    let bytes = try Self.bytes(pattern)
    #expect(try FontFile(bytes, limit: 64 << 20).bytes == bytes)
  }

  @Test func anyTruncationIsAnError() throws {
    let bytes = try Self.serif.get()
    for count in [0, 1, 3, 4, 11, 12, 100, 1000, bytes.count / 2, bytes.count - 4] {
      #expect(message(Array(bytes.prefix(count))) != nil, "\(count) bytes")
    }
    #expect(
      message(Array(bytes.prefix(5000)))?.hasPrefix("The font is truncated: its table ") == true)
  }

  @Test func limits() throws {
    let bytes = try Self.serif.get()
    #expect(message(bytes, limit: bytes.count) == nil)
    #expect(
      message(bytes, limit: bytes.count - 1)
        == "The font has \(bytes.count) bytes; at most \(bytes.count - 1) are allowed.")
    // A compressed file states its size, which is checked before anything is allocated.
    let stated = Array("wOF2".utf8) + [0, 1, 0, 0, 0, 0, 0, 48, 0, 1, 0, 0, 0x7f, 0xff, 0xff, 0xff]
    #expect(
      message(stated + Array(repeating: 0, count: 60))
        == "The font has 2147483647 bytes; at most 67108864 are allowed.")
    #expect(
      message(Array("wOF2ttcf".utf8) + Array(repeating: 0, count: 60))
        == "Compressed collections are not supported; use a TTC file.")
    #expect(message(Array("wOFF".utf8) + [0, 1, 0, 0]) == "The font is truncated.")
  }

  @Test func damagedTables() throws {
    let whole = try Self.serif.get()
    func changed(_ tag: String, at offset: Int, to bytes: [UInt8]) throws -> [UInt8] {
      var copy = whole
      let start = try self.offset(of: tag, in: whole) + offset
      copy.replaceSubrange(start..<start + bytes.count, with: bytes)
      return copy
    }
    #expect(
      message(try changed("head", at: 12, to: [0, 0, 0, 0]))
        == #"The font's table "head" is damaged."#)
    #expect(
      message(try changed("maxp", at: 4, to: [0xff, 0xff]))
        == #"The font's table "hmtx" is damaged."#)
    #expect(
      message(try changed("loca", at: 8, to: [0xff, 0xff, 0xff, 0xff]))
        == #"The font's table "loca" is damaged."#)
    #expect(
      message(try changed("cmap", at: 8, to: [0xff, 0xff, 0xff, 0]))
        == #"The font's table "cmap" is damaged."#)
    for tag in ["cmap", "head", "hhea", "hmtx", "maxp", "name", "loca"] {
      var copy = whole
      copy[try entry(tag, in: whole)] = UInt8(ascii: "X")
      #expect(message(copy) == #"The font has no table "\#(tag)"."#)
    }
    var twice = whole
    let (first, second) = (try entry("cmap", in: whole), try entry("glyf", in: whole))
    twice.replaceSubrange(second..<second + 4, with: whole[first..<first + 4])
    #expect(message(twice) == #"The font has two tables "cmap"."#)
    var many = whole
    many[4] = 1
    #expect(message(many)?.hasSuffix("tables; 1 to 128 are allowed.") == true)
    #expect(
      message(Array("%PDF-1.7".utf8)) == "The file is not a TrueType, OpenType, WOFF or WOFF2 font."
    )
  }

  /// A font with another table in place of one that drawing does not need.
  private func font(with tag: String, _ table: [UInt8]) throws -> [UInt8] {
    var bytes = try Self.serif.get()
    let entry = try entry("GPOS", in: bytes)
    func number(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    let place = number(bytes.count) + number(table.count)
    bytes.replaceSubrange(entry..<entry + 4, with: Array(tag.utf8))
    bytes.replaceSubrange(entry + 8..<entry + 16, with: place)
    return bytes + table
  }

  /// Cairo 1.16 would draw the base glyphs in the text's colour.
  @Test func colourFormatsThatCannotBeDrawn() throws {
    let version1 = [0, 1] + Array(repeating: UInt8(0), count: 32)
    #expect(
      message(try font(with: "COLR", version1))
        == "The font's colour glyphs are COLR version 1 only, which Scrim cannot draw; use a font with COLR version 0 or CBDT."
    )
    // One base glyph with one layer, whose colour is 0 of the palette, or the text's.
    let layered: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 14, 0, 0, 0, 20, 0, 1, 0, 36, 0, 0, 0, 1, 0, 37]
    #expect(message(try font(with: "COLR", layered + [0, 0])) == nil)
    #expect(
      message(try font(with: "COLR", layered + [0xff, 0xff]))
        == "The font's colour glyphs have layers in the text's colour, which Scrim cannot draw; use a font whose layers have colours of their own."
    )
    #expect(
      message(try font(with: "SVG ", Array(repeating: 0, count: 32)))
        == "The font's colour glyphs are SVG documents, which Scrim cannot draw; use a font with COLR version 0 or CBDT."
    )
    #expect(
      message(try font(with: "sbix", Array(repeating: 0, count: 32)))
        == "The font's colour glyphs are sbix images, which Scrim cannot draw; use a font with COLR version 0 or CBDT."
    )
  }

  /// No change of a byte in the directory and the small tables crashes the reader.
  @Test func anyByteMayBeWrong() throws {
    let whole = try Self.serif.get()
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var copy = whole
      for _ in 0..<4 { copy[.random(in: 0..<1000, using: &generator)] = .random(in: 0...255) }
      if let message = message(copy) { #expect(message.hasSuffix(".")) }
    }
  }
}

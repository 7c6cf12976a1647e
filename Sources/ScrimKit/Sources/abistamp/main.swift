// abistamp OUTPUT SOURCE…: writes a Swift file that puts a hash of the sources' tokens into an ELF note.
//
// Comments and white space are left out: a plugin that was built before a sentence was corrected still fits. Bodies
// of functions count, since generic and inlinable ones are compiled into plugins.

internal import Foundation

/// FNV-1a, 64 bits: it distinguishes builds, and need not withstand an attacker.
func hash(_ files: [String]) throws -> UInt64 {
  var state: UInt64 = 0xcbf2_9ce4_8422_2325
  func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
  for file in files {
    var tokens = SwiftTokens(Array(try Data(contentsOf: URL(fileURLWithPath: file))))
    while let token = tokens.token() {
      token.forEach(add)
      add(0)
    }
  }
  return state
}

let value = try hash(Array(CommandLine.arguments.dropFirst(2)))
// 32-bit words only: a 64-bit member would give the note 8-byte alignment and padding.
let stamp = """
  @section(".note.scrim.hash") @used
  let scrimHashNote: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) =
    (6, 8, 0x53435248, 0x69726373, 0x6d, \(UInt32(truncatingIfNeeded: value)), \(UInt32(value >> 32)))
  /// The hash of the ScrimKit sources that this build was made from.
  public var scrimKitHash: UInt64 { \(value) }

  """
// SwiftPM runs this at each build; a file that is written anew would have all that uses the kit compiled again.
let output = CommandLine.arguments[1]
if (try? String(contentsOfFile: output, encoding: .utf8)) != stamp {
  try stamp.write(toFile: output, atomically: true, encoding: .utf8)
}

import ScrimLinux
import Synchronization

/// Tokens of submissions: 16 characters, which begin with the time, so that those of one submitter sort in the order of
/// submission.
///
/// 42 bits are milliseconds since 1970, 38 are a number, random for the first token of a millisecond and greater by a
/// random step for each further one of a process. Two processes make the same token if they do it in one millisecond
/// and with one number: one in 10¹¹ such pairs. A token may be shown: what it names is checked for its owner.
package enum SubmissionToken {
  private static let numberBits = 38
  private static let longestStep: UInt64 = 1 << 20

  private struct Last {
    var time: UInt64 = 0
    var number: UInt64 = 0
  }

  private static let last = Mutex(Last())

  /// A new token, which sorts behind all others of this process, also after the clock was set back.
  package static func make(now: Int = WallClock.milliseconds) -> String {
    let (time, number) = last.withLock { last in
      last.number += UInt64.random(in: 1...longestStep)
      if UInt64(max(now, 0)) > last.time || last.number >> numberBits > 0 {
        last.time = max(UInt64(max(now, 0)), last.time + 1)
        // The upper half is left for further ones.
        last.number = UInt64.random(in: 0..<(1 << (numberBits - 1)))
      }
      return (last.time, last.number)
    }
    let bits = UInt128(time) << UInt128(numberBits) | UInt128(number)
    return String(
      decoding: RandomName.bytes(of: bits, DropName.tokenLength), as: UTF8.self)
  }

  /// When a token was made: UTC, milliseconds since 1970. Any time for tokens that were not made here.
  package static func time(of token: String) -> Int {
    Int((RandomName.number(of: token.utf8) as UInt128) >> UInt128(numberBits))
  }
}

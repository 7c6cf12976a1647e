import Foundation

/// A condition that did not hold in time.
package struct Late: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until a condition holds.
///
/// - Parameters:
///   - seconds: The longest wait.
///   - what: What is waited for, in the error.
///   - log: What the error shows besides.
///   - condition: The condition.
/// - Throws: ``Late``, or what the condition throws.
package func wait(
  _ seconds: Double = 30, for what: String, log: @autoclosure () -> String = "",
  until condition: () throws -> Bool
) throws {
  guard try !isTrue(within: seconds, condition) else { return }
  throw Late(description: "not in \(seconds) s: \(what)\n\(log())")
}

/// Asks until the answer is yes or the time is over.
package func isTrue(within seconds: Double, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while Date.now < end {
    if try condition() { return true }
    usleep(20_000)
  }
  return try condition()
}

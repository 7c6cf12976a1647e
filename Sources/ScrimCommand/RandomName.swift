/// A name that nobody else has drawn: 80 bits in 16 characters, as the spool wants its tokens.
package func randomName() -> String {
  let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
  var random = SystemRandomNumberGenerator()
  return String((0..<16).compactMap { _ in letters.randomElement(using: &random) })
}

/// A name that nobody else has drawn.
///
/// - Parameter length: How many characters of 36 it has; 12 are 62 bits.
func randomName(length: Int = 12) -> String {
  let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
  var random = SystemRandomNumberGenerator()
  return String((0..<length).compactMap { _ in letters.randomElement(using: &random) })
}

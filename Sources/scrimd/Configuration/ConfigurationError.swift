/// All errors found in a configuration file.
struct ConfigurationError: Error, CustomStringConvertible {
  let messages: [String]

  var description: String { messages.joined(separator: "\n") }
}

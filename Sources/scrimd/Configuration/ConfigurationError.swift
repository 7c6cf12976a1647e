/// Errors of a configuration file, all that were found.
struct ConfigurationError: Error, CustomStringConvertible {
  let messages: [String]

  var description: String { messages.joined(separator: "\n") }
}

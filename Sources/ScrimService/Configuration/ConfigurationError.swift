/// All errors found in a program's configuration.
package struct ConfigurationError: Error, CustomStringConvertible {
  package let messages: [String]

  package init(messages: [String]) {
    self.messages = messages
  }

  package var description: String { messages.joined(separator: "\n") }
}

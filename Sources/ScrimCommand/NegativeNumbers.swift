/// Negative numbers as arguments: the parser takes them for options.
package enum NegativeNumbers {
  /// The arguments of a program with the negative numbers of its subcommand `priority` after `--`.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Returns: The same arguments if there is nothing to do.
  package static func asValues(_ arguments: [String]) -> [String] {
    guard arguments.first == "priority", !arguments.contains("--") else { return arguments }
    let numbers = arguments.filter { $0.hasPrefix("-") && Int($0) != nil }
    guard !numbers.isEmpty else { return arguments }
    return arguments.filter { !numbers.contains($0) } + ["--"] + numbers
  }
}

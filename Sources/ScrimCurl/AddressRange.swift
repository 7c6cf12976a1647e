package import CCurl

/// An IP address, or a range of addresses with a common prefix.
package struct AddressRange: Sendable {
  package let value: scrim_address_range

  /// - Parameter text: As in `10.0.0.0/8` or `::1`; `nil` comes of another text.
  package init?(_ text: String) {
    var value = scrim_address_range()
    guard scrim_address_range_parse(text, &value) == 0 else { return nil }
    self.value = value
  }
}

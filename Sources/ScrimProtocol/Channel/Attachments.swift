package import ScrimLinux

/// What comes with a message.
package struct Attachments: Sendable {
  /// A content that was in the packet of the message.
  package let content: [UInt8]?
  /// In order; a content that was not in the packet is the first.
  package let descriptors: [OwnedDescriptor]

  /// - Parameters:
  ///   - content: A content that was in the packet of the message.
  ///   - descriptors: All descriptors.
  package init(content: [UInt8]? = nil, descriptors: [OwnedDescriptor] = []) {
    self.content = content
    self.descriptors = descriptors
  }

  /// How many there are, whatever way the content took.
  package var count: Int { descriptors.count + (content == nil ? 0 : 1) }

  /// The content of a message that has one, and the descriptors besides.
  ///
  /// - Returns: `nil` if there is no content.
  /// - Throws: ``SystemError`` EPERM if it is in a file that is not sealed.
  package func parts() throws(SystemError) -> (content: ImmutableBytes, others: [OwnedDescriptor])?
  {
    if let content { return (.own(content), descriptors) }
    guard let file = descriptors.first else { return nil }
    return (try ImmutableBytes(ofSealed: file), Array(descriptors.dropFirst()))
  }
}

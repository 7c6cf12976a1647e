package import ScrimLinux
package import ScrimProtocol

/// A rendered image and its bytes, sealed.
package struct WorkerOutput: Sendable {
  package let info: OutputInfo
  package let content: OwnedDescriptor
}

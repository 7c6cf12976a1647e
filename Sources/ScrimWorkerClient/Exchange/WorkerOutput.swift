package import ScrimLinux
package import ScrimProtocol

/// A rendered image and its bytes.
package struct WorkerOutput: Sendable {
  package let info: OutputInfo
  package let content: ImmutableBytes
}

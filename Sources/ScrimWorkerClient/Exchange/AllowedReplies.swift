import ScrimDocument
import ScrimJSON
import ScrimProtocol

/// What a worker may name in its replies to a request: only what the job justifies.
package struct AllowedReplies: Sendable {
  /// Effects that the document names: the only ones that the worker may report to be running.
  let effects: Set<String>
  /// Names that outputs may have.
  let outputs: OutputNames
  /// Third-party plugins that the worker is asked to load.
  let plugins: [WorkerPlugin]

  init(effects: Set<String> = [], outputs: OutputNames, plugins: [WorkerPlugin] = []) {
    self.effects = effects
    self.outputs = outputs
    self.plugins = plugins
  }

  /// For a request that has no document: neither effects nor outputs.
  package static let none = AllowedReplies(outputs: OutputNames(nil, job: ""))

  /// For a request about one effect.
  package static func running(_ effect: String) -> AllowedReplies {
    AllowedReplies(effects: [effect], outputs: none.outputs)
  }
}

package import ScrimDocument
package import ScrimJSON
package import ScrimProtocol
package import ScrimRecords
package import ScrimWorkerClient

/// What a document needs of the worker that renders it: its owner's trust, its environment and the plugins of its
/// effects. ``WorkerSlot/prepare(_:_:)`` finds it out.
package struct DocumentNeeds: Sendable {
  package let owner: Owner
  /// The installed plugins.
  package let installed: PluginFolders
  package internal(set) var document: [UInt8] = []
  /// The document, parsed; `nil` if it cannot be.
  package internal(set) var content: Node?
  /// Whether every document needs the environment, not only one that may name it.
  let isEnvironmentWanted: Bool
  /// The environment; `nil` if it is not known, and the document does not need it.
  package internal(set) var files: RenderEnvironment?
  /// The effects that Scrim's own plugins do not provide.
  var unknown: Set<String> = []
  /// What third-party plugins provide; nothing if Scrim's own have all effects of the document.
  package internal(set) var thirdParty = PluginCatalog.ThirdParty()
  /// The third-party plugins whose effects the document names.
  package internal(set) var plugins: [WorkerPlugin] = []

  /// - Parameters:
  ///   - owner: Whose document it is.
  ///   - installed: The plugins that there are.
  ///   - isEnvironmentWanted: Whether every document needs the environment, not only one that may name it.
  package init(owner: Owner, installed: PluginFolders, isEnvironmentWanted: Bool = false) {
    self.owner = owner
    self.installed = installed
    self.isEnvironmentWanted = isEnvironmentWanted
  }

  /// The digest of the environment; "" if it is not known.
  package var environment: String { files?.digest ?? "" }

  /// Whether third-party plugins are loaded for it: into a worker that serves no other owner.
  package var isExclusive: Bool { !plugins.isEmpty }
}

/// An effect of a document that cannot be had now, although the document may be right.
package struct UnavailableEffect: Sendable {
  package enum Reason: Sendable {
    /// Its plugin crashed too often.
    case disabled(DisabledPlugin)
    /// The file that last provided it is refused.
    case refused(RefusedFile)
  }

  package let effect: String
  package let reason: Reason

  /// The path of its plugin.
  package var plugin: String {
    switch reason {
    case .disabled(let plugin): plugin.path
    case .refused(let file): file.path
    }
  }
}

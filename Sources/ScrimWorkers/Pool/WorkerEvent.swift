package import ScrimDocument
package import ScrimWorkerClient

/// What happened to the workers of a slot, for the log.
package enum WorkerEvent: Sendable {
  /// A worker is up. What this kernel cannot deny it comes along.
  case started(process: Int32, lacking: [String])
  /// A worker that evaluates templates beside a slot's worker with plugins of others.
  case evaluatorStarted(process: Int32, lacking: [String])
  /// A worker is replaced before its time.
  case replaced(process: Int32, reason: String)
  /// Plugins were added, replaced or removed; workers that start from now on have them as they are.
  case pluginsChanged([String])
  /// One of Scrim's own plugins ended, or held up, the worker that loaded it; workers do without it now.
  case pluginRefused(RefusedFile)
  /// Third-party plugins were looked at.
  case pluginsScanned(PluginCatalog.ThirdParty)
  /// A line that a worker wrote to standard error.
  case output(WorkerOutputLog.Line)
  /// A document is rendered in an environment that is not known.
  case environmentUnknown
}

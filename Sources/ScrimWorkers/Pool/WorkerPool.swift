import ScrimRecords
package import ScrimWorkerClient

/// What the slots of a process share: the installed plugins, which of them crash, and the environment.
///
/// A process has one pool, and for each thread that has documents rendered a ``WorkerSlot``.
package struct WorkerPool: Sendable {
  package let health = PluginHealth()
  package let watch: PluginWatch
  package let catalog: PluginCatalog
  package let environment = EnvironmentReader(.sha256)

  /// - Parameters:
  ///   - program: The worker program, with the plugins that it is started with.
  ///   - report: Called with each line that third-party plugins write to standard error while they are looked at.
  package init(
    of program: WorkerProgram, report: @escaping @Sendable (WorkerOutputLog.Line) -> Void
  ) {
    watch = PluginWatch(of: program)
    catalog = PluginCatalog(report: report)
  }
}

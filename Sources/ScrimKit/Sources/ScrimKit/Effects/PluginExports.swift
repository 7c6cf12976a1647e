/// What the entry point of a plugin returns.
public typealias ScrimPluginHandle = UnsafeMutableRawPointer

/// Hands effects to the host. Each plugin `lib<Name>.so` has one entry point:
///
/// ```swift
/// @c(scrim_plugin_Glow) public func scrimPlugin() -> ScrimPluginHandle { export(Glow.self) }
/// ```
///
/// - Parameter effects: What the plugin brings.
/// - Returns: A handle for `PluginExports.taking(_:)`.
public func export(_ effects: any Effect.Type...) -> ScrimPluginHandle {
  Unmanaged.passRetained(PluginExports(effects)).toOpaque()
}

/// The effects of one plugin.
public final class PluginExports: Sendable {
  /// In the order of `export`.
  public let effects: [any Effect.Type]

  fileprivate init(_ effects: [any Effect.Type]) { self.effects = effects }

  /// What `export` handed out.
  ///
  /// - Parameter handle: From an entry point, used once.
  /// - Returns: The effects behind it.
  public static func taking(_ handle: ScrimPluginHandle) -> PluginExports {
    Unmanaged<PluginExports>.fromOpaque(handle).takeRetainedValue()
  }
}

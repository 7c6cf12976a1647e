internal import ScrimPluginABI
internal import ScrimPluginStamp

/// The return value of a plugin's entry point.
public typealias ScrimPluginHandle = UnsafeMutableRawPointer

/// Exports effects to the host. Each plugin `lib<Name>.so` has one entry point:
///
/// ```swift
/// @c(scrim_plugin_Glow) public func scrimPlugin() -> ScrimPluginHandle { export(Glow.self) }
/// ```
///
/// - Parameter effects: The plugin's effects.
/// - Returns: A handle for `PluginExports.taking(_:)`.
public func export(_ effects: any Effect.Type...) -> ScrimPluginHandle {
  Unmanaged.passRetained(PluginExports(effects)).toOpaque()
}

/// The effects of one plugin.
public final class PluginExports: Sendable {
  /// The effects in the order of `export`.
  public let effects: [any Effect.Type]

  fileprivate init(_ effects: [any Effect.Type]) { self.effects = effects }

  /// Takes ownership of the exports behind a handle.
  ///
  /// - Parameter handle: The return value of an entry point; valid for one call.
  /// - Returns: The plugin's effects.
  public static func taking(_ handle: ScrimPluginHandle) -> PluginExports {
    Unmanaged<PluginExports>.fromOpaque(handle).takeRetainedValue()
  }
}

/// The interface a plugin must be built for to be loaded with this ScrimKit.
public enum PluginInterface {
  /// The number of the plugin interface.
  public static var version: UInt32 { scrim_plugin_interface() }
  /// The compiler that built ScrimKit.
  public static var compiler: String { String(cString: scrim_plugin_compiler()) }
  /// A hash of ScrimKit's sources.
  public static var kitHash: UInt64 { scrimKitHash }
}

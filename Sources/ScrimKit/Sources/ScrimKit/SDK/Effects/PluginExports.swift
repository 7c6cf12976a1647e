internal import ScrimPluginABI
internal import ScrimPluginStamp

/// The return value of a plugin's entry point.
public typealias ScrimPluginHandle = UnsafeMutableRawPointer

/// Exports effects and contents to the host. Each plugin `lib<Name>.so` has one entry point:
///
/// ```swift
/// @c(scrim_plugin_Glow) public func scrimPlugin() -> ScrimPluginHandle { export(Glow.self) }
/// ```
///
/// - Parameter types: The plugin's types: each an ``Effect`` or a ``Content``.
/// - Returns: A handle for `PluginExports.taking(_:)`.
public func export(_ types: any Parameterized.Type...) -> ScrimPluginHandle {
  Unmanaged.passRetained(PluginExports(types)).toOpaque()
}

/// What one plugin provides.
public final class PluginExports: Sendable {
  /// The effects and contents in the order of `export`.
  public let types: [any Parameterized.Type]

  fileprivate init(_ types: [any Parameterized.Type]) { self.types = types }

  /// Takes ownership of the exports behind a handle.
  ///
  /// - Parameter handle: The return value of an entry point; valid for one call.
  /// - Returns: The plugin's effects and contents.
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

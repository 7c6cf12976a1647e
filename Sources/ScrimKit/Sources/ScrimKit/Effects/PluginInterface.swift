internal import ScrimPluginABI
internal import ScrimPluginStamp

/// The interface a plugin must be built for to be loaded with this ScrimKit.
public enum PluginInterface {
  /// The number of the plugin interface.
  public static var version: UInt32 { scrim_plugin_interface() }
  /// The compiler that built ScrimKit.
  public static var compiler: String { String(cString: scrim_plugin_compiler()) }
  /// A hash of ScrimKit's sources.
  public static var kitHash: UInt64 { scrimKitHash }
}

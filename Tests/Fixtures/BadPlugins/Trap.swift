import Glibc
import ScrimKit

/// Falls over before it is a plugin.
@c(scrim_plugin_Trap) public func scrimPlugin() -> ScrimPluginHandle { abort() }

import Glibc
import ScrimKit

/// Never becomes a plugin.
@c(scrim_plugin_Stall) public func scrimPlugin() -> ScrimPluginHandle {
  while true { sleep(1) }
}

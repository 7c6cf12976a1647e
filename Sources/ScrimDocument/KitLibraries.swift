/// Libraries that a build folder has beside plugins, which are not plugins.
package enum KitLibraries {
  package static let names: Set = ["libScrimKit.so", "libScrimJSON.so", "libScrimBarcodes.so"]
}

/// A part of the page, as it is in this program.
struct PageFile: Sendable {
  let bytes: [UInt8]
  let type: String

  /// By name; the page itself has none.
  static let all = [
    "": PageFile(bytes: PackageResources.page_html, type: "text/html; charset=utf-8"),
    "page.css": PageFile(bytes: PackageResources.page_css, type: "text/css; charset=utf-8"),
    "page.js": script(PackageResources.page_js),
    "overlay.js": script(PackageResources.overlay_js),
    "controls.js": script(PackageResources.controls_js),
    "fields.js": script(PackageResources.fields_js),
    "inputs.js": script(PackageResources.inputs_js),
    "numbers.js": script(PackageResources.numbers_js),
    "paints.js": script(PackageResources.paints_js),
    "wall.js": script(PackageResources.wall_js),
    "dom.js": script(PackageResources.dom_js),
  ]

  private static func script(_ bytes: [UInt8]) -> PageFile {
    PageFile(bytes: bytes, type: "text/javascript; charset=utf-8")
  }
}

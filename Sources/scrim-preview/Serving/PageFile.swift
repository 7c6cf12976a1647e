/// A part of the page, as it is in this program.
struct PageFile: Sendable {
  let bytes: [UInt8]
  let type: String

  /// By name; the page itself has none.
  static let all = [
    "": PageFile(bytes: PackageResources.page_html, type: "text/html; charset=utf-8"),
    "page.css": PageFile(bytes: PackageResources.page_css, type: "text/css; charset=utf-8"),
    "page.js": PageFile(bytes: PackageResources.page_js, type: "text/javascript; charset=utf-8"),
    "controls.js": PageFile(
      bytes: PackageResources.controls_js, type: "text/javascript; charset=utf-8"),
    "overlay.js": PageFile(
      bytes: PackageResources.overlay_js, type: "text/javascript; charset=utf-8"),
  ]
}

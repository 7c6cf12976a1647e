import FlyingFox
import Foundation
import ScrimJSON

extension HTTPResponse {
  /// The page may load its own parts and nothing else, and stand in no other.
  private static let pagePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  /// An SVG that is opened by itself draws, and runs nothing.
  private static let imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

  private static let common: [HTTPHeader: String] = [
    HTTPHeader("X-Content-Type-Options"): "nosniff",
    HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
    HTTPHeader("Referrer-Policy"): "no-referrer",
    .cacheControl: "no-store",
  ]

  private init(
    _ bytes: some Sequence<UInt8>, _ type: String, _ status: HTTPStatusCode = .ok,
    policy: String? = nil
  ) {
    var headers = HTTPHeaders(Self.common)
    headers[.contentType] = type
    if let policy { headers[HTTPHeader("Content-Security-Policy")] = policy }
    let data = Data(bytes)
    // In one piece: every piece costs a turn of the event loop.
    self.init(
      statusCode: status, headers: headers,
      body: HTTPBodySequence(data: data, suggestedBufferSize: max(1, data.count)))
  }

  static func text(_ text: String, _ status: HTTPStatusCode) -> HTTPResponse {
    HTTPResponse(Array("\(text)\n".utf8), "text/plain; charset=utf-8", status)
  }

  static func json(_ json: JSON) -> HTTPResponse {
    HTTPResponse(json.bytes(), "application/json")
  }

  static func page(_ file: PageFile) -> HTTPResponse {
    HTTPResponse(file.bytes, file.type, policy: pagePolicy)
  }

  static func image(_ bytes: [UInt8], format: String) -> HTTPResponse {
    HTTPResponse(
      bytes, format == "svg" ? "image/svg+xml" : "image/\(format)", policy: imagePolicy)
  }
}

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

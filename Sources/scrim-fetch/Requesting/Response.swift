import CCurl
import ScrimJSON
import ScrimLinux

/// What came of one request. Valid while its transfer exists.
struct Response {
  private let transfer: OpaquePointer

  init(_ transfer: OpaquePointer) {
    self.transfer = transfer
  }

  /// 0 if there was no response.
  var status: Int { Int(scrim_transfer_status(transfer)) }
  var failure: scrim_get_failure { scrim_transfer_failure(transfer) }
  var retryAfter: Int { Int(clamping: scrim_transfer_retry_after(transfer)) }
  /// The address that was refused.
  var refused: String { Self.text(scrim_transfer_refused(transfer)) ?? "" }
  var error: String { Self.text(scrim_transfer_error(transfer)) ?? "" }
  /// The absolute URL of a redirect.
  var location: String? { Self.text(scrim_transfer_location(transfer)) }

  func header(_ name: String, _ index: Int = 0) -> String? {
    Self.text(scrim_transfer_header(transfer, name, index))
  }

  var freshness: Freshness { Freshness(now: WallClock.milliseconds / 1000, header) }

  private static func text(_ bytes: UnsafePointer<CChar>?) -> String? {
    bytes.map { printable(String(cString: $0)) }
  }
}

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

/// What a response says about its use by a cache of one user (RFC 9111).
struct Freshness {
  /// False for `no-store`.
  var mayBeStored = true
  /// For how long it is used without asking the server, seconds.
  var seconds = 0

  /// - Parameters:
  ///   - now: Seconds since 1970.
  ///   - header: The value of a header by its name and its index from 0.
  init(now: Int, _ header: (String, Int) -> String?) {
    var maxAge: Int?
    var isRevalidated = false
    var index = 0
    while let line = header("Cache-Control", index) {
      index += 1
      for directive in line.lowercased().split(separator: ",") {
        let parts = directive.split(separator: "=", maxSplits: 1).map {
          String(
            decoding: $0.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\"") },
            as: UTF8.self)
        }
        switch parts.first {
        case "no-store": mayBeStored = false
        case "no-cache": isRevalidated = true
        case "max-age": maxAge = min(maxAge ?? .max, parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        default: break
        }
      }
    }
    if header("Vary", 0)?.contains("*") == true { isRevalidated = true }
    if maxAge == nil, let date = header("Expires", 0) {
      let sent = header("Date", 0).map { scrim_http_date($0) } ?? Int64(now)
      maxAge = Int(scrim_http_date(date)) - Int(sent)
    }
    guard !isRevalidated, let maxAge else { return }
    let age = header("Age", 0).flatMap { Int($0) } ?? 0
    seconds = min(max(0, maxAge - max(0, age)), Self.longest)
  }

  /// A year.
  private static let longest = 365 * 86_400
}

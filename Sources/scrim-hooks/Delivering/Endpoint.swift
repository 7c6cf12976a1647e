import CCurl
import ScrimCurl
import ScrimJSON
import ScrimLinux
import ScrimRecords

/// Delivers reports to an HTTPS endpoint. Used by one thread.
///
/// The connection goes only to addresses that are public or allowed, whatever the name resolves to; certificates are
/// always verified; redirects are not followed.
final class Endpoint {
  private let hook: Hook
  private let secrets: Secrets
  private let ranges: [scrim_address_range]
  private let handle: OpaquePointer

  /// - Returns: `nil` if there is no memory.
  init?(_ hook: Hook, secrets: Secrets, allowed: [AddressRange]) {
    guard let handle = scrim_curl_create() else { return nil }
    self.handle = handle
    self.hook = hook
    self.secrets = secrets
    ranges = allowed.map(\.value)
  }

  deinit {
    scrim_curl_destroy(handle)
  }

  /// Whether a URL is `https://HOST…` without user, white space or control characters.
  static func isHTTPS(_ url: String) -> Bool {
    guard url.hasPrefix("https://"),
      url.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 < 0x7f })
    else { return false }
    let authority = url.dropFirst(8).prefix { !"/?#".contains($0) }
    return !authority.isEmpty && !authority.hasPrefix(":") && !authority.contains("@")
  }

  /// Sends one request.
  func deliver(_ delivery: Delivery, _ body: [UInt8], until stop: ShutdownEvent) -> Outcome {
    let seconds = WallClock.milliseconds / 1000
    let id = delivery.id.description
    let headers = [
      "Content-Type: application/json", "User-Agent: scrim-hooks/\(ScrimHooks.release)",
      "Idempotency-Key: \(id)", "webhook-id: \(id)", "webhook-timestamp: \(seconds)",
      "webhook-signature: \(secrets.signature(id: id, seconds: seconds, body: body))", "Expect:",
    ]
    let response = post(headers, body, stop)
    let error = text(of: response.error)
    guard response.status >= 200 else {
      if stop.isSet { return .stopped }
      let refused = text(of: response.refused)
      guard refused.isEmpty else {
        return .unavailable(
          reason: "\(refused) is not a public address: allow it by network.allow", after: nil)
      }
      return .unavailable(reason: error, after: nil)
    }
    let reason = "HTTP status \(response.status)"
    switch response.status {
    case 200..<300: return .delivered
    case 300..<400: return .dead(reason: "\(reason): redirects are not followed")
    case 408, 425, 429, 500...:
      let wait = min(max(response.retry_after, 0), 86_400)
      // 500 may be a bug that only this report meets.
      if wait == 0, [408, 425, 500].contains(response.status) { return .retry(reason: reason) }
      return .unavailable(reason: reason, after: wait > 0 ? .seconds(wait) : nil)
    default: return .dead(reason: reason)
    }
  }

  private func post(_ headers: [String], _ body: [UInt8], _ stop: ShutdownEvent) -> scrim_response {
    var response = scrim_response()
    withHeaderLines(headers) { pointers in
      hook.url.withCString { url in
        hook.caFile.withCString { caFile in
          body.withUnsafeBytes { bytes in
            ranges.withUnsafeBufferPointer { ranges in
              var request = scrim_request()
              request.url = url
              request.ca_file = hook.caFile.isEmpty ? nil : caFile
              request.headers = pointers
              request.body = bytes.baseAddress
              request.body_bytes = Int64(bytes.count)
              request.milliseconds = Int64(hook.limit / .milliseconds(1))
              request.ranges = ranges.baseAddress
              request.range_count = Int32(ranges.count)
              request.stop = stop.descriptor.raw
              _ = scrim_curl_post(handle, &request, &response)
            }
          }
        }
      }
    }
    return response
  }

  private func text<Bytes>(of bytes: Bytes) -> String {
    withUnsafeBytes(of: bytes) { printable(String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)) }
  }
}

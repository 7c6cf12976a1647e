import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimRecords

/// A receipt that was written before, to check its signature.
struct SignedReceipt {
  private static let limit = 1 << 22

  private let json: JSON
  private let receipt: Receipt
  private let path: String

  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - path: The file, for messages.
  /// - Throws: A ``Failure`` if it is not a receipt.
  init(_ bytes: [UInt8], path: String) throws {
    self.path = path
    do {
      json = try JSON(parsing: bytes, limits: JSONLimits(bytes: Self.limit))
      receipt = try Receipt(json: json)
    } catch {
      let reason = (error as? FieldError).map { ": \($0)" } ?? ""
      throw Failure(
        .dataError,
        "\(path) is not a receipt of this version of Scrim (scrim verify --redacted --json)\(reason)."
      )
    }
  }

  /// What is wrong with it.
  ///
  /// - Parameters:
  ///   - image: The image's bytes.
  ///   - name: The image's name.
  ///   - key: The public key.
  /// - Returns: A sentence; `nil` if the receipt is by the key and of the image.
  /// - Throws: `SystemError`.
  func objection(
    to image: [UInt8], named name: String, by key: borrowing Ed25519
  ) throws(SystemError) -> String? {
    guard receipt.signatures != nil else { return "\(path) is not signed" }
    guard Receipt.isSigned(json, by: key) else {
      return "\(path) is signed by another key, or was changed"
    }
    guard try Digest.sha256(of: image) == receipt.sha256 else {
      return "\(path) is that of another image, or \(name) was changed"
    }
    return nil
  }
}

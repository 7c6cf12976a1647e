import ScrimJSON

/// What a tool returns.
struct ToolReply {
  private let text: String
  private let images: [JSON]
  private let isError: Bool

  init(text: String, isError: Bool) {
    self.text = text
    self.isError = isError
    images = []
  }

  /// - Parameters:
  ///   - value: Written as JSON.
  ///   - images: Items of the type `image`.
  ///   - isError: Whether it could not do what it was called for.
  init(_ value: JSON, images: [JSON] = [], isError: Bool = false) {
    text = value.text()
    self.images = images
    self.isError = isError
  }

  /// The result of `tools/call`.
  ///
  /// - Parameter limit: Bytes of text.
  /// - Returns: The result; of a longer text an error.
  func json(within limit: Int) -> JSON {
    let count = text.utf8.count
    let isTooLong = count > limit
    let text =
      isTooLong
      ? "the result has \(count) bytes, more than the limit of \(limit) for a response." : text
    let items: [JSON] = [["type": "text", "text": .string(text)]] + (isTooLong ? [] : images)
    return ["content": .array(items), "isError": .boolean(isError || isTooLong)]
  }
}

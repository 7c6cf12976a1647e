/// Texts that come again, as they were laid out: a call to action in every picture, a name under
/// every photo.
///
/// As with all that is kept between jobs the key is a content, all of it, and the second time counts: the
/// first layout leaves a mark only. The key contains the owner of the job: nobody can find out by the time
/// that a text takes whether another owner's job has it.
struct CachedTexts {
  private struct Key: Hashable {
    let owner: String
    let spec: TextSpec
    let available: AvailableSize
  }

  private var texts: BoundedCache<Key, ShapedText>
  private var seen = RecentMarks(count: 4096)
  /// How many texts were found so far.
  private(set) var found = 0
  /// On whose behalf texts are laid out now.
  var owner = ""

  /// - Parameter limit: What all texts may take, bytes; 0 keeps nothing.
  init(limit: Int) {
    texts = BoundedCache(limit: limit)
  }

  /// The text, laid out if it is not kept.
  ///
  /// - Throws: What `layOut` throws; nothing is kept then.
  mutating func text(
    _ spec: TextSpec, in available: AvailableSize, layOut: () throws -> ShapedText
  ) rethrows -> ShapedText {
    guard texts.limit > 0 else { return try layOut() }
    let key = Key(owner: owner, spec: spec, available: available)
    if let text = texts.value(for: key) {
      found += 1
      return text
    }
    let text = try layOut()
    if seen.note(key.hashValue) { texts.insert(text, for: key, cost: text.byteCount) }
    return text
  }
}

public import ScrimJSON

extension Node {
  /// The effect that applies the `filter` of an image.
  public static var filterEffect: String { "color-adjust" }

  /// The names of all effects and contents in the document: the strings under all keys `effect`, the one that applies
  /// filters if an image has a `filter`, and the kinds of contents as ``ContentName``. Annotations (`$schema`, `//…`)
  /// are ignored.
  public var effectNames: Set<String> {
    var names: Set<String> = []
    collectEffectNames(into: &names)
    return names
  }

  private func collectEffectNames(into names: inout Set<String>) {
    for member in object ?? [] where !member.isAnnotation {
      if member.key == "effect", let name = member.value.string { names.insert(name) }
      if member.key == "image", member.value["filter"] != nil { names.insert(Self.filterEffect) }
      if member.key == "content", let kind = member.value["kind"]?.string {
        names.insert(ContentName(kind).text)
      }
      member.value.collectEffectNames(into: &names)
    }
    for item in array ?? [] { item.collectEffectNames(into: &names) }
  }
}

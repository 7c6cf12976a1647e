public import ScrimJSON

extension Node {
  /// The names of all effects in the document: the strings under all keys `effect`. Annotations (`$schema`, `//…`)
  /// are ignored.
  public var effectNames: Set<String> {
    var names: Set<String> = []
    collectEffectNames(into: &names)
    return names
  }

  private func collectEffectNames(into names: inout Set<String>) {
    for member in object ?? [] where !member.isAnnotation {
      if member.key == "effect", let name = member.value.string { names.insert(name) }
      member.value.collectEffectNames(into: &names)
    }
    for item in array ?? [] { item.collectEffectNames(into: &names) }
  }
}

/// What the layout of a text depends on.
struct TextCacheKey: Hashable {
  let spec: TextSpec
  let available: AvailableSize
}

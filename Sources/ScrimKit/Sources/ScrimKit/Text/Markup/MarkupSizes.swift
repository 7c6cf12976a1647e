/// How sizes inside each other add up, as in Pango: `<big>` and `<small>` go steps of 1.2 from what
/// the innermost size says.
struct MarkupSizes {
  /// 1/1024 of a point, if some tag around says a size.
  var absolute: Int?
  /// A factor of the size of the whole text.
  var factor = 1.0
  /// Steps up since the last size.
  var steps = 0
}

/// The font size inside nested tags, as in Pango: `<big>` and `<small>` change the innermost given size in steps of
/// 1.2.
struct MarkupSizes {
  /// 1/1024 of a point, if an enclosing tag gives a size.
  var absolute: Int?
  /// A multiple of the size of the entire text.
  var factor = 1.0
  /// Steps up since the last given size.
  var steps = 0
}

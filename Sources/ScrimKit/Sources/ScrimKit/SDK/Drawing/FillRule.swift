/// Which points are inside a path, with SVG's keywords.
public enum FillRule: String, ParameterChoice {
  /// Those around which its contours wind.
  case nonzero
  /// Those from which a ray crosses its contours an odd number of times.
  case evenodd
}

/// The shape of the ends of an open stroke, with SVG's keywords.
public enum LineCap: String, ParameterChoice {
  /// Cut at the end of the path.
  case butt
  /// A half circle beyond it.
  case round
  /// Half a square beyond it.
  case square
}

/// What lies outside the picture that is blurred.
public enum BlurEdge: String, ParameterChoice {
  /// Nothing: edges fade.
  case transparent
  /// The nearest pixel of the picture.
  case clamp
  /// The picture, mirrored at its edges: the first pixel outside is as the last inside.
  case mirror
}

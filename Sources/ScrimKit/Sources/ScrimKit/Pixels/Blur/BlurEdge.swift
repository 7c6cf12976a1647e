/// The pixels outside the input of a blur.
public enum BlurEdge: String, ParameterChoice {
  /// Transparent pixels: edges fade.
  case transparent
  /// The nearest pixel of the input.
  case clamp
  /// The input mirrored at its edges: the first pixel outside equals the last one inside.
  case mirror
}

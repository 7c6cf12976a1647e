/// Which kernel a blur uses.
public enum BlurKernel: String, ParameterChoice {
  /// The true Gaussian.
  case gaussian
  /// The three box passes of the CSS and SVG filter specification, as browsers draw them.
  case box

  /// How far a blur is seen, in the unit of `sigma`: further out, not half a step of 8 bits is left
  /// of what is blurred.
  public static func reach(sigma: Double) -> Double { (3 * sigma).rounded(.up) }
}

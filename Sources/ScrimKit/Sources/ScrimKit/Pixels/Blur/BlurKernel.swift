/// The kernel of a blur.
public enum BlurKernel: String, ParameterChoice {
  /// The true Gaussian.
  case gaussian
  /// The three box passes of the CSS and SVG filter specification, as browsers implement them.
  case box

  /// The visible reach of a blur, in the unit of `sigma`: beyond it, less than half of an 8-bit step of the input
  /// remains.
  public static func reach(sigma: Double) -> Double { (3 * sigma).rounded(.up) }
}

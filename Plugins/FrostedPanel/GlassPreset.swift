import ScrimKit

/// A predefined style of the glass.
public enum GlassPreset: String, ParameterChoice {
  /// Bright, with the colours of the backdrop.
  case light
  /// Nearly white.
  case extraLight = "extra-light"
  /// Nearly black.
  case dark
  /// In the colour of `tint`.
  case tint
  /// Even brightness and a fine grain.
  case acrylic
  /// No tint; reduced contrast of colours.
  case vibrant

  /// The preset's values.
  ///
  /// - Parameter tint: The colour for `tint`, which does not define one.
  /// - Returns: The style.
  func style(tint: Color) -> GlassStyle {
    switch self {
    case .light: GlassStyle(sigma: 28.5, saturation: 1.8, tint: .white, tintOpacity: 0.3)
    case .extraLight:
      GlassStyle(sigma: 19.5, saturation: 1.8, tint: Color(white: 0.97), tintOpacity: 0.82)
    case .dark:
      GlassStyle(sigma: 19.5, saturation: 1.8, tint: Color(white: 0.11), tintOpacity: 0.73)
    case .tint: GlassStyle(sigma: 9.5, saturation: -1, tint: tint, tintOpacity: 0.6)
    case .acrylic:
      GlassStyle(
        sigma: 30, saturation: 1.25, tint: .white, tintOpacity: 0.2, luminosity: 0.85, noise: 0.02)
    case .vibrant:
      GlassStyle(sigma: 12, saturation: 0.8, tint: .white, tintOpacity: 0, range: 0.6)
    }
  }
}

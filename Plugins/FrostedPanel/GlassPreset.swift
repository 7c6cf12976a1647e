import ScrimKit

/// A predefined style of the glass.
public enum GlassPreset: String, ParameterChoice {
  /// Keeps 80 % of the backdrop's contrast, brightened.
  case ultraThinLight = "ultra-thin-light"
  /// Keeps 80 % of the backdrop's contrast, darkened.
  case ultraThinDark = "ultra-thin-dark"
  /// Keeps 60 %, brightened.
  case thinLight = "thin-light"
  /// Keeps 60 %, darkened.
  case thinDark = "thin-dark"
  /// Keeps 45 %, brightened: black text is readable on it.
  case regularLight = "regular-light"
  /// Keeps 45 %, darkened: white text is readable on it.
  case regularDark = "regular-dark"
  /// Keeps 30 %, brightened.
  case thickLight = "thick-light"
  /// Keeps 30 %, darkened.
  case thickDark = "thick-dark"
  /// Keeps 15 %, brightened.
  case chromeLight = "chrome-light"
  /// Keeps 15 %, darkened.
  case chromeDark = "chrome-dark"
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
  case muted
  /// The former name of `muted`.
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
    case .muted, .vibrant:
      GlassStyle(sigma: 12, saturation: 0.8, tint: .white, tintOpacity: 0, range: 0.6)
    // A tint keeps 1 − its opacity of the contrast. The more it covers, the more saturation keeps the colours alive.
    case .ultraThinLight: .material(.white, keeping: 0.8, sigma: 10, saturation: 1.3)
    case .ultraThinDark: .material(.black, keeping: 0.8, sigma: 10, saturation: 1.3)
    case .thinLight: .material(.white, keeping: 0.6, sigma: 16, saturation: 1.5)
    case .thinDark: .material(.black, keeping: 0.6, sigma: 16, saturation: 1.5)
    case .regularLight: .material(.white, keeping: 0.45, sigma: 24, saturation: 1.8)
    // White text on it reaches 4.5 : 1 even over white: 0.45 of white has a luminance of 0.17.
    case .regularDark: .material(.black, keeping: 0.45, sigma: 24, saturation: 1.8)
    case .thickLight: .material(Color(white: 0.98), keeping: 0.3, sigma: 32, saturation: 2.1)
    case .thickDark: .material(Color(white: 0.07), keeping: 0.3, sigma: 32, saturation: 2.1)
    case .chromeLight: .material(Color(white: 0.96), keeping: 0.15, sigma: 40, saturation: 2.5)
    case .chromeDark: .material(Color(white: 0.11), keeping: 0.15, sigma: 40, saturation: 2.5)
    }
  }
}

extension GlassStyle {
  /// Glass of the family of materials.
  ///
  /// - Parameters:
  ///   - tint: The colour of the glass.
  ///   - contrast: The share of the backdrop's contrast that it keeps, 0…1.
  ///   - sigma: Standard deviation of the blur, px.
  ///   - saturation: Saturation factor of the backdrop.
  /// - Returns: The style.
  fileprivate static func material(
    _ tint: Color, keeping contrast: Double, sigma: Double, saturation: Double
  ) -> GlassStyle {
    GlassStyle(sigma: sigma, saturation: saturation, tint: tint, tintOpacity: 1 - contrast)
  }
}

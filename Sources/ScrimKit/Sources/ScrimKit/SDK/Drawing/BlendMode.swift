/// How an image is blended with its backdrop, with the keywords of CSS `mix-blend-mode` (Compositing and Blending
/// Level 1 §5.8).
public enum BlendMode: String, ParameterChoice {
  case normal, multiply, screen, overlay, darken, lighten
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case difference, exclusion, hue, saturation, color, luminosity
  /// The sum of layer and backdrop: light added to light.
  case plusLighter = "plus-lighter"
}

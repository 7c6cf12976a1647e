/// How a picture is mixed with what is below it: the words of CSS `mix-blend-mode`, as Compositing and
/// Blending Level 1 §5.8 defines them.
public enum BlendMode: String, ParameterChoice {
  case normal, multiply, screen, overlay, darken, lighten
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case difference, exclusion, hue, saturation, color, luminosity
}

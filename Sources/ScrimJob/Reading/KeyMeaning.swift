import ScrimJSON
import ScrimKit

/// What is meant by keys and words of other formats, such as CSS and SVG, that no key here resembles.
enum KeyMeaning {
  /// The key that has the meaning of a word.
  ///
  /// - Parameters:
  ///   - word: The unknown key.
  ///   - keys: The allowed keys.
  /// - Returns: One of `keys`; `nil` if none is known.
  static func key(for word: String, in keys: [String]) -> String? {
    meanings[plain(word)]?.first(where: keys.contains)
  }

  /// How to have what a word means where no key does it.
  ///
  /// - Parameters:
  ///   - word: The unknown key.
  ///   - kind: The object that has it.
  /// - Returns: A sentence; `nil` if none is known.
  static func advice(for word: String, in kind: ObjectKind) -> String? {
    guard [.layer, .text, .image, .frame].contains(kind) else { return nil }
    switch plain(word) {
    case "shadow", "boxshadow", "textshadow", "dropshadow":
      return #"A shadow is an effect: "effects": [{"effect": "drop-shadow"}]."#
    case "stroke", "outline", "textstroke":
      return #"An outline is an effect: "effects": [{"effect": "outline"}]."#
    case "blur": return #"Blur is an effect: "effects": [{"effect": "blur"}]."#
    case "transform": return #"Layers have "rotate", "scale" and "skew"."#
    case "zindex": return "Layers are drawn in their order, the first one lowest."
    case "background", "backgroundcolor", "bg": return #""background" is a key of the layer."#
    case "borderradius", "cornerradius", "radius": return #""cornerRadius" is a key of the layer."#
    case "opacity", "alpha": return #""opacity" is a key of the layer."#
    case "gap", "justifycontent", "alignitems", "aligncontent", "flexdirection", "flexwrap":
      return #"It is a key of "flex"."#
    case "left", "top", "x", "y", "right", "bottom", "width", "height", "minwidth", "maxwidth",
      "minheight", "maxheight",
      "aspectratio":
      return #"It is a key of "frame", where left is "x" and top is "y"."#
    default: return nil
    }
  }

  /// The word that has the meaning of another one, as a value.
  ///
  /// - Parameters:
  ///   - word: The unknown word.
  ///   - words: The allowed words.
  /// - Returns: One of `words`; `nil` if none is known.
  static func value(for word: String, in words: [String]) -> String? {
    values[plain(word)]?.first(where: words.contains)
  }

  private static func plain(_ word: String) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  private static let values: [String: [String]] = [
    "flexstart": ["start"], "flexend": ["end"], "middle": ["center"], "center": ["middle"],
    "nowrap": ["none"], "pre": ["none"], "normal": ["word"], "breakall": ["character"],
    "anywhere": ["word-character"], "breakword": ["word-character"],
    "horizontal": ["row"], "vertical": ["column"], "oblique": ["italic"],
    "superellipse": ["squircle"], "angle": ["bevel"],
  ]

  private static let meanings: [String: [String]] = [
    "left": ["x"], "top": ["y"], "boxshadow": ["shadow"],
    "align": ["alignItems"], "justify": ["justifyContent"], "class": ["use"], "classname": ["use"],
    "style": ["use"], "styles": ["use"], "extends": ["use"],
    "x": ["dx"], "y": ["dy"], "offsetx": ["dx"], "offsety": ["dy"], "blur": ["sigma"],
    "blurradius": ["sigma"], "w": ["width"], "h": ["height"],
    "borderradius": ["cornerRadius"], "radius": ["cornerRadius"], "rounded": ["cornerRadius"],
    "backgroundcolor": ["background"], "bg": ["background"], "alpha": ["opacity"],
    "rotation": ["rotate"], "from": ["angle"], "angle": ["rotate", "angle"], "children": ["layers"],
    "hidden": ["visible"], "src": ["source"], "url": ["source"], "href": ["source"],
    "objectfit": ["fit"], "objectposition": ["position"],
    "content": ["string"], "value": ["string"], "text": ["string"], "html": ["markup"],
    "fontfamily": ["font"], "family": ["font"], "textalign": ["align"], "lang": ["language"],
    "tracking": ["letterSpacing"], "leading": ["lineHeight"], "whitespace": ["wrap"],
    "overflowwrap": ["wrap"], "wordbreak": ["wrap"], "underline": ["textDecoration"],
    "lineclamp": ["maxLines"], "filename": ["file"], "name": ["file", "id"], "type": ["format"],
    "mixblendmode": ["blend"], "blendmode": ["blend"],
  ]
}

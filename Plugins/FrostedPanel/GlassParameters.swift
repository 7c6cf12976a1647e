import ScrimKit

/// Edge handling: the pixels assumed outside the glass. At the canvas's edge pixels are repeated.
public enum GlassEdge: String, ParameterChoice {
  /// The surrounding pixels, so that their colours bleed in.
  case bleed
  /// The pixels inside, mirrored at the edge, as in CSS `backdrop-filter`.
  case mirror
  /// The pixels at the edge, repeated.
  case clamp
}

/// A line along the inside of the glass's edge.
public struct GlassBorder: ParameterRecord {
  @Parameter("Line width", unit: .pixels, in: 0...1000) public var width = 1.0
  @Parameter("Line colour, or a gradient over the frame") public var color = Paint.color(
    Color(white: 1, alpha: 0.3))

  public init() {}
}

/// The shape of the glass: the alpha of a paint or an image.
public enum GlassMask: ParameterValue {
  /// A paint over the panel's frame.
  case paint(Paint)
  /// An image, stretched over the panel's frame.
  case picture(ImageSource)

  public static var shape: ParameterShape { .union([.paint, ImageSource.shape]) }

  public var json: JSON {
    switch self {
    case .paint(let paint): paint.json
    case .picture(let source): source.json
    }
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    switch json {
    case .object where json["source"] != nil:
      guard let source = ImageSource(from: json, &decoding) else { return nil }
      self = .picture(source)
    case .string, .object:
      guard let paint = Paint(from: json, &decoding) else { return nil }
      self = .paint(paint)
    default:
      decoding.reportType(
        json, expected: "a colour, a gradient or an image such as {\"source\": \"mask.png\"}")
      return nil
    }
  }

  var paint: Paint? {
    guard case .paint(let paint) = self else { return nil }
    return paint
  }

  var source: ImageSource? {
    guard case .picture(let source) = self else { return nil }
    return source
  }
}

/// How far a panel has slid over a backdrop that does not move.
public struct Reveal: ParameterRecord {
  @Parameter("Edge of the frame that the panel slides in from") public var edge = RevealEdge.bottom
  @Parameter(
    "Visible part of the panel: a fraction from 0 to 1, or px if more than 1", in: 0...1_000_000)
  public var amount = 1.0

  public init() {}

  /// The panel's displacement from its final position, px.
  func offset(in frame: Rect) -> Point {
    let length = edge == .top || edge == .bottom ? frame.height : frame.width
    let hidden = max(0, length - (amount <= 1 ? amount * length : amount))
    return switch edge {
    case .bottom: Point(x: 0, y: hidden)
    case .top: Point(x: 0, y: -hidden)
    case .left: Point(x: -hidden, y: 0)
    case .right: Point(x: hidden, y: 0)
    }
  }
}

/// The edge from which a panel slides in.
public enum RevealEdge: String, ParameterChoice {
  case bottom
  case top
  case left
  case right
}

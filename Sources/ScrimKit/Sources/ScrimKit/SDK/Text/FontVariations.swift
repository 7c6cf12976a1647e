/// Positions on the axes of a variable font: in JSON an object of numbers by axis tag, or the name of an instance that
/// the font defines, such as "Condensed Light".
public struct FontVariations: Hashable, MeasuredValue {
  /// A position on an axis.
  public struct Axis: Hashable, Sendable {
    /// Four characters, such as "wght".
    public let tag: String
    /// In the axis's own units.
    public let value: Double
  }

  /// In the order of the job; each tag once.
  public let axes: [Axis]
  /// The name of an instance, which stands for positions on all axes; `axes` is empty then.
  public let instance: String?

  private static let tagPattern = "^[A-Za-z][A-Za-z0-9 ]{3}$"

  public static var shape: ParameterShape {
    .union([.map(keys: tagPattern, of: .number), .string])
  }

  public var json: JSON {
    instance.map(JSON.string) ?? .object(axes.map { JSON.Member($0.tag, .number($0.value)) })
  }

  public var measures: [(path: [PathElement], value: Double)] {
    axes.map { ([.key($0.tag)], $0.value) }
  }

  init(axes: [Axis]) {
    self.axes = axes
    instance = nil
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    if case .string(let name) = json {
      (axes, instance) = ([], name)
      return
    }
    guard case .object(let members) = json else {
      decoding.reportType(
        json, expected: "an object such as {\"wght\": 650}, or the name of an instance of the font")
      return nil
    }
    instance = nil
    let read = members.map { member in
      decoding.at(.key(member.key)) { decoding -> Axis? in
        guard Self.isTag(member.key) else {
          decoding.report(
            .invalidValue,
            "\(quoted(member.key)) is not an axis tag: a letter and three letters or digits, such as \"wght\"."
          )
          return nil
        }
        return Double(from: member.value, &decoding).map { Axis(tag: member.key, value: $0) }
      }
    }
    axes = read.compactMap(\.self)
    guard axes.count == members.count else { return nil }
  }

  private static func isTag(_ key: String) -> Bool {
    let bytes = Array(key.utf8)
    func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    return bytes.count == 4 && isLetter(bytes[0])
      && bytes.dropFirst().allSatisfy {
        isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == 0x20
      }
  }

  /// The positions in Pango's syntax.
  var list: String { axes.map { "\($0.tag)=\($0.value.plain)" }.joined(separator: ",") }
}

/// Makes Cairo's SVG the same for equal pictures, and mends what Cairo writes badly.
///
/// - Ids are numbered from 1: Cairo counts surfaces from the start of the process.
/// - An image that comes twice is written once.
/// - What is painted with an image is the image: Cairo makes it a pattern, whose edges take their
///   colour from the opposite ones.
/// - Opacity is an opacity: Cairo makes it a mask of the surface's size, which cuts what is moved.
struct SVGTidying {
  private typealias Line = ArraySlice<UInt8>

  private var result: [UInt8] = []
  private var names: [String: String] = [:]
  private var counts: [String: Int] = [:]
  private var images: Set<String> = []
  private var patterns: [String: Pattern] = [:]
  /// The pattern whose element has begun.
  private var open: String?
  /// The opacities that masks stand for.
  private var opacities: [String: String] = [:]
  /// The lines of the mask whose element has begun.
  private var mask: [Line] = []

  private struct Pattern {
    let transform: String
    var image: String?
  }

  /// - Parameter svg: A document as Cairo 1.16 writes it, an element a line.
  /// - Returns: The document that it stands for.
  static func tidy(_ svg: [UInt8]) -> [UInt8] {
    var tidying = SVGTidying()
    tidying.result.reserveCapacity(svg.count)
    for line in svg.split(separator: UInt8(ascii: "\n")) { tidying.takeMask(line) }
    return tidying.result
  }

  /// Keeps the lines of a mask until it is known what it is; all else is added.
  private mutating func takeMask(_ line: Line) {
    guard !mask.isEmpty || line.starts(with: "<mask ".utf8) else { return add(line) }
    mask.append(line)
    guard line.starts(with: "</mask>".utf8) else { return }
    let lines = mask
    mask = []
    let words = lines.map { String(decoding: $0.prefix(Self.longestHead), as: UTF8.self) }
    // A rectangle, in a group that takes its alpha.
    if lines.count == 5, let name = words[0].text(after: #"id=""#, until: #"""#),
      let opacity = words[2].text(
        after: #"style="fill:rgb(0%,0%,0%);fill-opacity:"#, until: #";stroke:none;"/>"#)
    {
      opacities[name] = opacity
    } else {
      lines.forEach { add($0) }
    }
  }

  private mutating func add(_ line: Line) {
    let start = String(decoding: line.prefix(Self.longestHead), as: UTF8.self)
    if let name = start.text(after: #" mask="url(#"#, until: #")""#), let opacity = opacities[name]
    {
      let old = Array(#" mask="url(#\#(name))""#.utf8)
      let new = Array(#" opacity="\#(opacity)""#.utf8)
      append(line.replacing(old, with: new)[...])
    } else if start.hasPrefix("<image ") {
      guard let name = start.text(after: #"id=""#, until: #"""#) else { return append(line) }
      if images.insert(name).inserted { append(line) }
    } else if start.hasPrefix("<pattern ") {
      open = start.text(after: #"id=""#, until: #"""#)
      if let open, let transform = start.text(after: #"patternTransform=""#, until: #"""#) {
        patterns[open] = Pattern(transform: transform)
      }
      append(line)
    } else if start.hasPrefix("</pattern>") {
      open = nil
      append(line)
    } else if let open, let image = start.text(after: #"<use xlink:href="#, until: "/>") {
      patterns[open]?.image = image
      append(line)
    } else if start.hasPrefix("<rect "),
      let name = start.text(after: #"style="fill:url(#"#, until: #");stroke:none;"/>"#),
      let pattern = patterns[name], let image = pattern.image
    {
      append(Array(#"<use xlink:href=\#(image) transform="\#(pattern.transform)"/>"#.utf8)[...])
    } else {
      append(line)
    }
  }

  /// What is looked at of a line; images and outlines go on.
  private static let longestHead = 400

  private mutating func append(_ line: Line) {
    // The letters of an image's data are no names.
    let data = line.starts(with: "<image ".utf8) ? line.firstRange(of: Self.data)?.lowerBound : nil
    let end = data ?? line.endIndex
    var copied = line.startIndex
    var index = line.startIndex
    while index < end {
      defer { index += 1 }
      guard let name = Self.name(in: line[index..<end]) else { continue }
      result += line[copied..<name.startIndex]
      result += number(String(decoding: name, as: UTF8.self)).utf8
      copied = name.endIndex
    }
    result += line[copied...]
    result.append(UInt8(ascii: "\n"))
  }

  private static let data = Array(#"xlink:href="data:"#.utf8)

  /// The name that begins after the first byte of a text, if that byte says that one does.
  private static func name(in text: Line) -> Line? {
    guard let first = text.first else { return nil }
    let skipped: Int
    switch first {
    case UInt8(ascii: "#"): skipped = 1
    case UInt8(ascii: "i") where text.starts(with: #"id=""#.utf8): skipped = 4
    default: return nil
    }
    let letters = text.dropFirst(skipped).prefix {
      $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")
    }
    let digits = text[letters.endIndex...].prefix {
      $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
    }
    guard !letters.isEmpty, !digits.isEmpty else { return nil }
    return text[letters.startIndex..<digits.endIndex]
  }

  /// The name that stands for one of Cairo's.
  private mutating func number(_ name: String) -> String {
    if let known = names[name] { return known }
    let kind = String(name.prefix { $0.isLetter })
    counts[kind, default: 0] += 1
    let new = "\(kind)\(counts[kind] ?? 0)"
    names[name] = new
    return new
  }
}

extension String {
  /// What stands between two words.
  fileprivate func text(after start: String, until end: String) -> String? {
    guard let from = firstRange(of: start)?.upperBound,
      let to = self[from...].firstRange(of: end)?.lowerBound
    else { return nil }
    return String(self[from..<to])
  }
}

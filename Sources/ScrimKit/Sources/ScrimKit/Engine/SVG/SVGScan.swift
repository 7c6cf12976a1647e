/// Reads an SVG before librsvg does, and refuses what would read files, what librsvg would leave out without a word,
/// and what would take it too long or too deep: it cannot be stopped.
///
/// Linear in the size of the file, but for references between its parts, which are counted once each.
struct SVGScan {
  /// The limits of an SVG.
  enum Limit {
    static let bytes = 16 << 20
    static let elements = 20_000
    /// Elements with those that references draw again.
    static let drawnElements = 50_000
    /// Nesting of elements with those that references draw again.
    static let drawnDepth = 200
    static let imagePixels = 64_000_000
    static let number = 1e6
    static let patternPixels = 16_000_000.0
    static let deviation = 1000.0
    /// Segments of paths, and pairs of them that are near each other.
    static let segments = 2_000_000.0
    static let dashes = 2_000_000.0
    /// Selectors of style sheets times elements, with what reading a selector takes.
    static let matches = 25_000_000
    static let matchesOfReading = 250
  }

  /// An element as far as its costs go.
  struct Node {
    let name: String
    let parent: Int?
    let offset: Int
    var children: [Int] = []
    /// The ids that it refers to.
    var references: [String] = []
    /// What a filter primitive, or a filter function, takes per pixel: 1 for a pass over the image.
    var work = 0.0
    /// The number of places at which a path may have markers.
    var vertices = 1
    var path = PathCost()
    /// The mean length of its dashes and gaps.
    var dash: Double?
    var strokeWidth: Double?
    /// `nil` if it is inherited.
    var isStroked: Bool?
    /// Whether it is drawn as a group, on pixels of its own.
    var isGroup = false
    /// The font families as they are written, and where.
    var family: (list: String, offset: Int)?
    /// Its own characters, and where they begin.
    var characters: [(text: ArraySlice<UInt8>, offset: Int)] = []
  }

  private(set) var nodes: [Node] = []
  private(set) var ids: [String: Int] = [:]
  /// Values of `systemLanguage`, with the bytes of the values and where the names of the attributes begin.
  private(set) var languages: [(value: String, written: Range<Int>, name: Int)] = []
  /// What librsvg would not understand, in the order of the file: white space around URLs, and types of images that are
  /// not those of the data; and the targets of links.
  private(set) var corrections: [(place: Range<Int>, text: String)] = []
  private var lastImage: DataImage?
  /// Whether the root element has the attribute `color`.
  private(set) var hasColor = false
  private var classes: [String: [Int]] = [:]
  private var names: [String: [Int]] = [:]
  private var styles: [(css: String, offset: Int)] = []
  private var imagePixels = 0
  /// Those of style attributes.
  private var families: [Int: (list: String, offset: Int)] = [:]
  private var inlineFamily: (list: String, offset: Int)?

  /// Elements whose URLs nothing reads: a link is drawn as what is in it, and fonts of texts are checked by name.
  private static let isUnread: Set<String> = ["a", "font-face-uri", "color-profile", "cursor"]

  static let namespace = "http://www.w3.org/2000/svg"

  /// - Throws: `SVGError` at the first thing that is refused.
  init(_ bytes: [UInt8]) throws(SVGError) {
    guard bytes.count <= Limit.bytes else {
      throw SVGError("the SVG has \(bytes.count) bytes; at most \(Limit.bytes) are allowed.")
    }
    var reader = try XMLReader(bytes)
    var open: [Int] = []
    var style: (css: [UInt8], offset: Int)?
    while let event = try reader.next() {
      switch event {
      case .start(let element):
        guard nodes.count < Limit.elements else {
          throw SVGError(
            "there are more than \(Limit.elements) elements.", at: element.offset)
        }
        try add(element, in: open.last)
        open.append(nodes.count - 1)
        if nodes[nodes.count - 1].name == "style" { style = ([], element.offset) }
      case .text(let text, let offset):
        if let last = open.last, !text.allSatisfy(XMLReader.isSpace) {
          nodes[last].characters.append((text, offset))
        }
        if style != nil {
          if style?.css.isEmpty == true { style?.offset = offset }
          style?.css += text
        }
      case .end:
        let last = open.popLast()
        if let last, nodes[last].name == "style", let ended = style {
          styles.append((String(decoding: ended.css, as: UTF8.self), ended.offset))
          style = nil
        }
      }
    }
    try applyStyles()
    for (index, family) in families { nodes[index].family = family }
  }

  private mutating func add(_ element: XMLReader.Element, in parent: Int?) throws(SVGError) {
    if element.namespace == "http://www.w3.org/2001/XInclude" {
      throw SVGError(
        "<xi:\(element.name)> is not allowed: an SVG cannot include files.", at: element.offset)
    }
    // (librsvg takes elements without a namespace for SVG's.)
    let isSVG = element.namespace == Self.namespace || element.namespace.isEmpty
    guard parent != nil || isSVG && element.name == "svg" else {
      throw SVGError(
        "the root element is <\(element.name)>; expected <svg> with xmlns=\"\(Self.namespace)\".",
        at: element.offset)
    }
    let index = nodes.count
    nodes.append(Node(name: isSVG ? element.name : "", parent: parent, offset: element.offset))
    if let parent { nodes[parent].children.append(index) }
    guard isSVG else { return }
    if parent == nil {
      hasColor = element.attributes.contains { $0.prefix.isEmpty && $0.name == "color" }
    }
    try check(element)
    names[element.name, default: []].append(index)
    for attribute in element.attributes { try add(attribute, of: element, index) }
    // CSS Cascade: a style attribute precedes rules, which precede attributes.
    if let family = inlineFamily { families[index] = family }
    inlineFamily = nil
    if element.name.hasPrefix("fe") { nodes[index].work += try Self.work(of: element) }
  }

  private func check(_ element: XMLReader.Element) throws(SVGError) {
    func has(_ name: String) -> Bool {
      element.attributes.contains { $0.name == name && !$0.value.allSatisfy(XMLReader.isSpace) }
    }
    switch element.name {
    case "script":
      throw SVGError("<script> is not allowed: nothing runs scripts.", at: element.offset)
    // One that asks for a viewer's extension has a substitute, as in Illustrator's files.
    case "foreignObject" where !has("requiredExtensions"):
      throw SVGError("<foreignObject> is not drawn: use SVG's own elements.", at: element.offset)
    case "textPath":
      throw SVGError(
        "<textPath> is not drawn: convert the text to paths.", at: element.offset)
    case "pattern": try checkPattern(element)
    default: break
    }
  }

  private func checkPattern(_ element: XMLReader.Element) throws(SVGError) {
    func number(_ name: String) -> Double? {
      element.attributes.first { $0.name == name }.flatMap { SVGNumbers.length($0.text) }
    }
    guard let width = number("width"), let height = number("height") else { return }
    guard width * height <= Limit.patternPixels else {
      throw SVGError(
        "<pattern> is \(width.plain) × \(height.plain) px; at most \(Limit.patternPixels.plain) px² are allowed.",
        at: element.offset)
    }
  }

  private mutating func add(
    _ attribute: XMLReader.Attribute, of element: XMLReader.Element, _ index: Int
  ) throws(SVGError) {
    switch (attribute.prefix, attribute.name) {
    case ("", "id"), ("xml", "id"): ids[attribute.text] = ids[attribute.text] ?? index
    case ("", "class"):
      for name in attribute.text.split(whereSeparator: \.isWhitespace) {
        classes[String(name), default: []].append(index)
      }
    // librsvg tags what is in a link, and with Cairo 1.16 recordings with tags crash now and then.
    case (_, "href") where element.name == "a":
      corrections.append((attribute.offset..<attribute.written.upperBound + 1, ""))
    case (_, "href"), (_, "src"):
      if !Self.isUnread.contains(element.name) { try refer(attribute, of: element, index) }
    case ("", "style"):
      let css = StyleText.plain(attribute.text)
      try apply(css[...], to: [index], at: attribute.offset)
      if let list = SVGFonts.families(in: css[...]) { inlineFamily = (list, attribute.offset) }
    case ("", "font-family"): nodes[index].family = (attribute.text, attribute.offset)
    case ("", let name) where Self.costly.contains(name):
      try apply("\(name):\(StyleText.plain(attribute.text))", to: [index], at: attribute.offset)
    case ("", "systemLanguage"):
      languages.append((attribute.text, attribute.written, attribute.offset))
    case ("", "d"), ("", "points"):
      // At most one vertex for two characters.
      nodes[index].vertices = attribute.value.count / 2 + 1
      let data = attribute.name == "d" ? attribute.text : "M\(attribute.text)"
      nodes[index].path = PathCost(Path(drawnOf: data), limit: Limit.segments)
      guard nodes[index].path.segments < Limit.segments else {
        throw SVGError(
          "the path has too many segments that cross or touch each other (about "
            + "\(Limit.segments.plain) pairs are allowed): simplify it.", at: attribute.offset)
      }
    case ("", "viewBox"), ("", "width"), ("", "height"), ("", "x"), ("", "y"):
      try checkNumbers(attribute, of: element)
    default:
      guard attribute.value.contains(UInt8(ascii: "(")) else { return }
      let value = StyleText.plain(attribute.text)
      try apply("\(attribute.name):\(value)", to: [index], at: attribute.offset)
    }
  }

  private func checkNumbers(
    _ attribute: XMLReader.Attribute, of element: XMLReader.Element
  ) throws(SVGError) {
    for number in SVGNumbers.all(in: attribute.value)
    where !number.isFinite || abs(number) > Limit.number {
      throw SVGError(
        "\(attribute.name) of <\(element.name)> is \(quoted(String(attribute.text.prefix(40)))); "
          + "numbers up to \(Limit.number.plain) are allowed.", at: attribute.offset)
    }
  }

  private mutating func refer(
    _ attribute: XMLReader.Attribute, of element: XMLReader.Element, _ index: Int
  ) throws(SVGError) {
    let url = attribute.text[...].trimmed
    guard !url.isEmpty else { return }
    try check(
      String(url),
      "\(attribute.prefix.isEmpty ? "" : attribute.prefix + ":")\(attribute.name) of <\(element.name)>",
      at: attribute.offset)
    if url.first == "#" { nodes[index].references.append(String(url.dropFirst())) }
    // (A value of many megabytes is written without entities.)
    guard attribute.value.count == attribute.written.count else { return }
    let start =
      attribute.written.lowerBound + attribute.value.prefix(while: XMLReader.isSpace).count
    if start > attribute.written.lowerBound {
      corrections.append((attribute.written.lowerBound..<start, ""))
    }
    if let image = lastImage, image.declaredType != image.type {
      let type = start + 5
      corrections.append((type..<type + image.declaredType.utf8.count, image.type))
    }
    lastImage = nil
  }

  /// Checks that a URL is of a part of the file, or of data in it.
  private mutating func check(_ url: String, _ place: String, at offset: Int) throws(SVGError) {
    if url.hasPrefix("#") { return }
    guard url.prefix(5).lowercased() == "data:" else {
      throw SVGError(
        "\(place) is \(quoted(String(url.prefix(60)))); allowed are parts of the SVG such as \"#id\", and "
          + "PNG and JPEG as data: URLs.", at: offset)
    }
    let image: DataImage
    do throws(SVGError) {
      image = try DataImage(url)
    } catch {
      throw SVGError("\(place): \(error.message)", at: offset)
    }
    lastImage = image
    let (pixels, isTooLarge) = image.width.multipliedReportingOverflow(by: image.height)
    imagePixels = isTooLarge ? .max : imagePixels.addingReportingOverflow(pixels).partialValue
    guard !isTooLarge, imagePixels >= 0, imagePixels <= Limit.imagePixels else {
      throw SVGError(
        "\(place): the images up to this one, of \(image.width) × \(image.height), have more than "
          + "\(Limit.imagePixels) pixels.", at: offset)
    }
  }

  /// Notes what style sheets may add to elements.
  private mutating func applyStyles() throws(SVGError) {
    var (sheets, selectors): ([(rules: [StyleText.Rule], offset: Int)], Int) = ([], 0)
    for (css, offset) in styles {
      let plain = StyleText.plain(css)
      if plain.lowercased().contains("@import") {
        throw SVGError(
          "@import is not allowed: put the rules into the <style> element.", at: offset)
      }
      let rules = StyleText.rules(of: plain)
      for rule in rules { selectors += rule.selectors.reduce(0) { $0 + StyleText.parts(of: $1) } }
      let most = Limit.matches / (nodes.count + Limit.matchesOfReading)
      guard selectors <= most else {
        throw SVGError(
          "the style sheets have more than \(most) selectors, the most that are allowed for "
            + "\(nodes.count) elements: use fewer classes, or attributes.", at: offset)
      }
      sheets.append((rules, offset))
    }
    for sheet in sheets { try apply(sheet.rules, at: sheet.offset) }
  }

  private mutating func apply(_ rules: [StyleText.Rule], at offset: Int) throws(SVGError) {
    for rule in rules {
      let family = SVGFonts.families(in: rule.declarations)
      let properties = StyleText.properties(of: rule.declarations)
      let isCostly = properties.contains { Self.costly.contains($0.name) }
      guard family != nil || isCostly || rule.declarations.utf8.contains(UInt8(ascii: "("))
      else { continue }
      var targets = Set<Int>()
      for selector in rule.selectors {
        switch StyleText.Target(of: selector) {
        case .id(let id): if let index = ids[id] { targets.insert(index) }
        case .class(let name): targets.formUnion(classes[name] ?? [])
        case .name(let name): targets.formUnion(names[name] ?? [])
        case .any: targets.formUnion(nodes.indices)
        }
      }
      if let family {
        for target in targets { nodes[target].family = (family, offset) }
      }
      try apply(rule.declarations, to: targets.sorted(), at: offset)
    }
  }

  /// Notes what declarations add to elements: references, and filter functions.
  private mutating func apply(
    _ declarations: Substring, to targets: [Int], at offset: Int
  ) throws(SVGError) {
    var references: [String] = []
    for url in StyleText.urls(in: declarations) where !url.isEmpty {
      try check(url, "url(…)", at: offset)
      if url.hasPrefix("#") { references.append(String(url.dropFirst())) }
    }
    let blurs = StyleText.functions("blur", in: declarations).count
    let shadows = StyleText.functions("drop-shadow", in: declarations).count
    let work = Double(2 * blurs + 3 * shadows)
    for target in targets {
      nodes[target].references += references
      nodes[target].work += work
    }
    for (name, value) in StyleText.properties(of: declarations) {
      note(name, value, of: targets)
    }
  }

  /// The properties that ``note(_:_:of:)`` knows.
  private static let costly: Set<String> = [
    "opacity", "mix-blend-mode", "mask", "filter", "stroke", "stroke-width", "stroke-dasharray",
  ]

  /// Notes what a property adds to the costs of elements.
  private mutating func note(_ name: String, _ value: Substring, of targets: [Int]) {
    guard Self.costly.contains(name) else { return }
    let value = value.prefix { $0 != "!" }.trimmed
    for target in targets {
      switch name {
      case "opacity":
        if value != "inherit", !(Double(value) ?? 0 >= 1) { nodes[target].isGroup = true }
      case "mix-blend-mode": if value != "normal" { nodes[target].isGroup = true }
      case "mask", "filter": if value != "none" { nodes[target].isGroup = true }
      case "stroke": nodes[target].isStroked = value != "none"
      case "stroke-width": nodes[target].strokeWidth = SVGNumbers.length(String(value))
      default:
        let dashes = SVGNumbers.all(in: Array(value.utf8)[...])
        let mean = dashes.reduce(0, +) / Double(max(1, dashes.count))
        nodes[target].dash = mean > 0 ? mean : nil
      }
    }
  }

  /// What a filter primitive takes per pixel.
  private static func work(of element: XMLReader.Element) throws(SVGError) -> Double {
    func numbers(_ name: String) -> [Double] {
      element.attributes.first { $0.name == name }.map { SVGNumbers.all(in: $0.value) } ?? []
    }
    switch element.name {
    case "feGaussianBlur", "feDropShadow":
      let deviations = numbers("stdDeviation")
      if let wrong = deviations.first(where: { !($0 <= Limit.deviation) }) {
        throw SVGError(
          "stdDeviation of <\(element.name)> is \(wrong.plain); at most \(Limit.deviation.plain) is allowed.",
          at: element.offset)
      }
      return 2
    case "feMorphology":
      let radii = numbers("radius")
      let (x, y) = (radii.first ?? 0, radii.last ?? 0)
      return max(1, (2 * x + 1) * (2 * y + 1) / 10)
    case "feConvolveMatrix":
      let order = numbers("order")
      return max(1, (order.first ?? 3) * (order.last ?? 3) / 4)
    case "feTurbulence": return 10 * max(1, numbers("numOctaves").first ?? 1)
    case "feDiffuseLighting", "feSpecularLighting": return 3
    case "feMergeNode", "feFuncR", "feFuncG", "feFuncB", "feFuncA": return 0.2
    default: return 1
    }
  }
}

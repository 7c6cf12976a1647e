/// The resources that a page's elements reference: each gradient, clip, mask, path and image once.
struct SVGDefinitions {
  /// A path or an image, and the number of its uses.
  struct Resource<Value> {
    let value: Value
    var uses = 0
    /// Its id if it is written in `<defs>`.
    var id: String?
  }

  /// A PNG image.
  struct Image {
    let width: Int
    let height: Int
    let png: [UInt8]
  }

  private(set) var paths: [Resource<[UInt8]>] = []
  private(set) var images: [Resource<Image>] = []
  /// The masks: their areas in px of the page, and their images.
  private(set) var masks: [(area: Rect, image: Int, place: DeviceTransform)] = []
  /// The elements of gradients and clips.
  private(set) var elements: [String] = []

  private var ids: [String: String] = [:]
  private var counts: [Character: Int] = [:]
  private var pathIndices: [[UInt8]: Int] = [:]
  private var imageIndices: [[UInt8]: Int] = [:]
  /// Image indices by surface; all surfaces live until the page is written.
  private var surfaces: [ObjectIdentifier: Int] = [:]

  /// Minimum length of a shared path; shorter ones are repeated.
  private static let shortPath = 40

  /// The index of a path; counts a use.
  mutating func path(_ data: [UInt8]) -> Int {
    let index =
      pathIndices[data]
      ?? {
        paths.append(Resource(value: data))
        pathIndices[data] = paths.count - 1
        return paths.count - 1
      }()
    paths[index].uses += 1
    return index
  }

  /// The index of an image; counts a use.
  ///
  /// - Parameters:
  ///   - surface: The image's surface, which identifies it.
  ///   - width: Width, pixels.
  ///   - height: Height, pixels.
  ///   - pixels: A better surface with the same pixels, if any.
  /// - Returns: The index; equal pixels share one.
  /// - Throws: `DrawingError`.
  mutating func image(
    _ surface: CairoSurface, width: Int, height: Int, pixels: CairoSurface? = nil
  ) throws -> Int {
    let index: Int
    if let known = surfaces[ObjectIdentifier(surface)] {
      index = known
    } else {
      let png = try (pixels ?? surface).png()
      if let equal = imageIndices[png] {
        index = equal
      } else {
        index = images.count
        images.append(Resource(value: Image(width: width, height: height, png: png)))
        imageIndices[png] = index
      }
      surfaces[ObjectIdentifier(surface)] = index
    }
    images[index].uses += 1
    return index
  }

  /// The id of a gradient.
  mutating func gradientID(_ name: String, _ attributes: String, _ stops: String) -> String {
    id("g", of: "\(name) \(attributes)>\(stops)") {
      #"<\#(name) id="\#($0)" \#(attributes)>\#(stops)</\#(name)>"#
    }
  }

  /// The id of a clip path.
  mutating func clipID(_ path: [UInt8], _ rule: FillRule) -> String {
    let data = String(decoding: path, as: UTF8.self)
    let shape = rule == .evenodd ? #"\#(data)" clip-rule="evenodd"# : data
    return id("c", of: shape) { #"<clipPath id="\#($0)"><path d="\#(shape)"/></clipPath>"# }
  }

  /// The id of a new mask; its image is used only there.
  mutating func maskID(area: Rect, image: Int, place: DeviceTransform) -> String {
    masks.append((area, image, place))
    return newID("m")
  }

  private mutating func id(
    _ kind: Character, of key: String, _ element: (_ id: String) -> String
  ) -> String {
    if let known = ids[key] { return known }
    let id = newID(kind)
    ids[key] = id
    elements.append(element(id))
    return id
  }

  private mutating func newID(_ kind: Character) -> String {
    counts[kind, default: 0] += 1
    return "\(kind)\(counts[kind] ?? 0)"
  }

  /// Assigns an id to each path and image that is used more than once.
  mutating func name() {
    for index in paths.indices
    where paths[index].uses > 1 && paths[index].value.count >= Self.shortPath {
      paths[index].id = newID("p")
    }
    for index in images.indices where images[index].uses > 1 { images[index].id = newID("i") }
  }
}

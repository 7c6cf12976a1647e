extension Picture {
  /// Encodes the picture as SVG.
  ///
  /// - Parameter page: The page's area, px at scale 1.
  /// - Returns: The file, with one element per line. It contains no string from the job.
  /// - Throws: `DrawingError`.
  func svg(page: Rect) throws -> [UInt8] {
    var writer = SVGWriter()
    var elements = try writer.elements(of: self, page: page)
    if elements.contains(where: \.blendsWithBackdrop) {
      // Blends apply to the page's content, not to the paper below.
      elements = [SVGElement(elements).isolated]
    }
    var document = SVGDocument(writer.definitions)
    document.write(elements, page: page)
    return document.bytes
  }
}

/// The bytes of an SVG file.
private struct SVGDocument {
  private(set) var bytes: [UInt8] = []
  private let definitions: SVGDefinitions

  init(_ definitions: SVGDefinitions) {
    var definitions = definitions
    definitions.name()
    self.definitions = definitions
  }

  mutating func write(_ elements: [SVGElement], page: Rect) {
    let (width, height) = (SVGNumber.text(page.width), SVGNumber.text(page.height))
    write(#"<?xml version="1.0" encoding="UTF-8"?>"# + "\n")
    write(#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#)
    write(#" width="\#(width)px" height="\#(height)px" viewBox="0 0 \#(width) \#(height)">"# + "\n")
    writeDefinitions()
    for element in elements.flatMap({ $0.simplified(isTransformed) }) { write(element) }
    write("</svg>\n")
  }

  private mutating func writeDefinitions() {
    let paths = definitions.paths.filter { $0.id != nil }
    let images = definitions.images.filter { $0.id != nil }
    guard
      !paths.isEmpty || !images.isEmpty || !definitions.masks.isEmpty
        || !definitions.elements.isEmpty
    else { return }
    write("<defs>\n")
    for element in definitions.elements { write(element + "\n") }
    for path in paths {
      write(#"<path id="\#(path.id ?? "")" d=""#)
      bytes += path.value
      write("\"/>\n")
    }
    for image in images {
      write(#"<image id="\#(image.id ?? "")""#)
      write(sizeAndData: image.value)
    }
    for (index, mask) in definitions.masks.enumerated() {
      write(#"<mask id="m\#(index + 1)" maskUnits="userSpaceOnUse""#)
      write(rect: mask.area)
      write(">\n")
      write(image: mask.image, mask.place, attributes: "")
      write("</mask>\n")
    }
    write("</defs>\n")
  }

  private mutating func write(_ element: SVGElement) {
    switch element.content {
    case .group(let elements):
      write("<g\(element.attributes)>\n")
      for element in elements { write(element) }
      write("</g>\n")
    case .path(let index, let attributes):
      let path = definitions.paths[index]
      if let id = path.id {
        write(##"<use xlink:href="#\##(id)"\##(attributes)\##(element.attributes)/>"## + "\n")
      } else {
        write(#"<path d=""#)
        bytes += path.value
        write("\"\(attributes)\(element.attributes)/>\n")
      }
    case .image(let index, let place): write(image: index, place, attributes: element.attributes)
    }
  }

  /// Whether an image is written with a transform.
  private func isTransformed(_ index: Int, _ place: DeviceTransform) -> Bool {
    definitions.images[index].id != nil || place.yx != 0 || place.xx <= 0 || place.yy <= 0
  }

  private mutating func write(image index: Int, _ place: DeviceTransform, attributes: String) {
    let image = definitions.images[index]
    guard isTransformed(index, place) else {
      write("<image")
      write(
        rect: Rect(
          x: place.x0, y: place.y0, width: place.xx * Double(image.value.width),
          height: place.yy * Double(image.value.height)))
      // Pixels need not be square.
      write(#" preserveAspectRatio="none"\#(attributes)"#)
      return write(data: image.value)
    }
    let transform = place.attribute + attributes
    if let id = image.id {
      write(##"<use xlink:href="#\##(id)"\##(transform)/>"## + "\n")
    } else {
      write("<image\(transform)")
      write(sizeAndData: image.value)
    }
  }

  private mutating func write(sizeAndData image: SVGDefinitions.Image) {
    write(#" width="\#(image.width)" height="\#(image.height)""#)
    write(data: image)
  }

  /// Writes the data of an image and closes its element.
  private mutating func write(data image: SVGDefinitions.Image) {
    write(#" xlink:href="data:image/png;base64,"#)
    image.png.appendBase64(to: &bytes)
    write("\"/>\n")
  }

  private mutating func write(rect: Rect) {
    let numbers = [rect.x, rect.y, rect.width, rect.height].map { SVGNumber.text($0) }
    write(#" x="\#(numbers[0])" y="\#(numbers[1])" width="\#(numbers[2])" height="\#(numbers[3])""#)
  }

  private mutating func write(_ text: String) { bytes += text.utf8 }
}

extension SVGElement {
  /// The attributes that do not depend on the content.
  fileprivate var attributes: String {
    var text = opacity < 1 ? #" opacity="\#(SVGNumber.text(opacity, decimals: 4))""# : ""
    if let clip { text += #" clip-path="url(#\#(clip))""# }
    if let mask { text += #" mask="url(#\#(mask))""# }
    if let transform { text += transform.attribute }
    var style: [String] = []
    if isIsolated { style.append("isolation:isolate") }
    if blend != .normal { style.append("mix-blend-mode:\(blend.rawValue)") }
    if !style.isEmpty { text += #" style="\#(style.joined(separator: ";"))""# }
    return text
  }
}

extension DeviceTransform {
  /// The attribute of an element in other coordinates.
  fileprivate var attribute: String {
    let matrix =
      [xx, yx, xy, yy].map { SVGNumber.text($0, decimals: 7) }
      + [x0, y0].map { SVGNumber.text($0) }
    return #" transform="matrix(\#(matrix.joined(separator: " ")))""#
  }
}

extension [UInt8] {
  /// Appends the bytes in Base64 (RFC 4648 §4) to `text`.
  func appendBase64(to text: inout [UInt8]) {
    let digits = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    text.reserveCapacity(text.count + (count + 2) / 3 * 4 + 16)
    var index = 0
    while index < count {
      let left = count - index
      let bits =
        Int(self[index]) << 16 | (left > 1 ? Int(self[index + 1]) << 8 : 0)
        | (left > 2 ? Int(self[index + 2]) : 0)
      text.append(digits[bits >> 18])
      text.append(digits[bits >> 12 & 63])
      text.append(left > 1 ? digits[bits >> 6 & 63] : UInt8(ascii: "="))
      text.append(left > 2 ? digits[bits & 63] : UInt8(ascii: "="))
      index += 3
    }
  }
}

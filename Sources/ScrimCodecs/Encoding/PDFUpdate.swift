/// An object of a PDF file that is a dictionary in plain text.
struct PDFObject {
  let number: Int
  var text: String

  /// The number of the object to which a key refers.
  func reference(_ key: String) -> Int? {
    guard let start = text.firstRange(of: "\(key) ") else { return nil }
    let parts = text[start.upperBound...].drop { $0 == "[" || $0 == " " }
      .split(maxSplits: 3, whereSeparator: \.isWhitespace)
    return parts.count >= 3 && parts[2].hasPrefix("R") ? Int(parts[0]) : nil
  }

  /// The dictionary with an entry, or with one in a dictionary of it.
  func adding(_ entry: String, to key: String? = nil) -> String {
    if let key, let found = text.firstRange(of: "\(key) <<") {
      return inserting(entry, at: found.upperBound)
    }
    let added = key.map { "\($0) << \(entry) >>" } ?? entry
    guard let start = text.firstRange(of: "<<")?.upperBound else { return text }
    return inserting(added, at: start)
  }

  private func inserting(_ entry: String, at index: String.Index) -> String {
    var result = text
    result.insert(contentsOf: " \(entry)", at: index)
    return result
  }
}

/// The only page of a document by Cairo, and the objects that say what is on it.
struct CairoPage {
  let catalog: PDFObject
  let page: PDFObject
  let resources: PDFObject
  /// The number of the stream that draws the page.
  let contents: Int
  /// The page's upper edge, points.
  let top: Double
  /// The number of objects, that of the document's information, and where the table of objects begins.
  let size: Int
  let information: Int
  let table: Int

  /// - Returns: `nil` if the document has another form.
  init?(_ file: [UInt8]) {
    let tail = String(decoding: file.suffix(512), as: UTF8.self)
    guard let start = tail.ranges(of: "trailer").last else { return nil }
    let trailer = PDFObject(number: 0, text: String(tail[start.lowerBound...]))
    let lines = trailer.text.split(separator: "\n")
    guard let table = lines.dropLast().last.flatMap({ Int($0) }), file.indices.contains(table),
      let root = trailer.reference("/Root"), let information = trailer.reference("/Info"),
      let size = trailer.text.firstRange(of: "/Size ").flatMap({ found in
        Int(trailer.text[found.upperBound...].prefix { $0.isNumber })
      })
    else { return nil }
    func object(_ number: Int) -> PDFObject? {
      // Two lines of a head, and 20 bytes for each object.
      let head = file[table...].prefix(64).split(separator: UInt8(ascii: "\n")).prefix(2)
      guard head.count == 2, let first = head.last?.endIndex else { return nil }
      let entry = first + 1 + 20 * number
      guard entry + 10 <= file.count,
        let place = Int(String(decoding: file[entry..<entry + 10], as: UTF8.self)),
        file.indices.contains(place)
      else { return nil }
      let bytes = file[place...].prefix(1 << 20)
      guard let begin = bytes.firstRange(of: Array(" obj".utf8))?.upperBound,
        let end = bytes.firstRange(of: Array("endobj".utf8))?.lowerBound, begin < end
      else { return nil }
      return PDFObject(number: number, text: String(decoding: file[begin..<end], as: UTF8.self))
    }
    guard let catalog = object(root), let pages = catalog.reference("/Pages").flatMap(object),
      let page = pages.reference("/Kids").flatMap(object),
      let contents = page.reference("/Contents"),
      let resources = page.reference("/Resources").flatMap(object),
      let box = page.text.firstRange(of: "/MediaBox ["),
      let top = page.text[box.upperBound...].split(separator: "]").first?
        .split(separator: " ").dropFirst(3).first.flatMap({ Double($0) })
    else { return nil }
    (self.catalog, self.page, self.resources) = (catalog, page, resources)
    (self.contents, self.top) = (contents, top)
    (self.size, self.information, self.table) = (size, information, table)
  }
}

/// Objects that are added to a document, or replace some of it.
struct PDFUpdate {
  private var file: [UInt8]
  private let page: CairoPage
  private var places: [Int: Int] = [:]
  /// The number of the next object.
  private(set) var next: Int

  init(_ file: [UInt8], _ page: CairoPage) {
    self.file = file
    self.page = page
    next = page.size
    if file.last != UInt8(ascii: "\n") { self.file.append(UInt8(ascii: "\n")) }
  }

  /// - Returns: The object's number.
  @discardableResult mutating func add(_ text: String) -> Int {
    write(next, text)
    next += 1
    return next - 1
  }

  /// - Returns: The object's number.
  mutating func add(stream: String) -> Int {
    add("<< /Length \(stream.utf8.count) >>\nstream\n\(stream)\nendstream")
  }

  mutating func replace(_ object: PDFObject, _ text: String) { write(object.number, text) }

  private mutating func write(_ number: Int, _ text: String) {
    places[number] = file.count
    file += Array("\(number) 0 obj\n\(text)\nendobj\n".utf8)
  }

  /// The document with its table of new objects.
  func finish() -> [UInt8] {
    let entries = places.sorted { $0.key < $1.key }.map { number, place in
      let digits = String(place)
      return "\(number) 1\n\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n"
    }
    let trailer =
      "trailer\n<< /Size \(next) /Root \(page.catalog.number) 0 R /Info \(page.information) 0 R "
      + "/Prev \(page.table) >>\nstartxref\n\(file.count)\n%%EOF\n"
    return file + Array("xref\n\(entries.joined())\(trailer)".utf8)
  }
}

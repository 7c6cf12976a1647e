import ScrimJSON
@_spi(Host) import ScrimKit

/// The styles of a job and the defaults of its texts, which layers are read with.
struct Styles {
  private struct Style {
    let name: String
    let place: Place
    /// The styles that it uses.
    let uses: [String]
  }

  /// The declared styles that do not use themselves.
  private var declared: [Style] = []
  private var indices: [String: Int] = [:]
  private(set) var used: Set<String> = []
  /// The defaults of texts: the canvas's, then those of groups, the innermost last.
  var textDefaults: [Place] = []

  init() {}

  /// Reads the styles' names and what they use.
  ///
  /// - Parameter place: The value of `styles`.
  init(_ place: Place) {
    guard let keys = place.keys else {
      place.reportType(expected: "an object of styles such as {\"title\": {\"opacity\": 0.9}}")
      return
    }
    let names = keys.map(\.key)
    var found: [String: Style] = [:]
    for (name, position) in keys {
      guard let style = place.at(name) else { continue }
      guard Reference.isIdentifier(name) else {
        style.report(
          .invalidValue,
          "\(quoted(name)) is not a name of a style: a letter A–Z or a–z, then letters, digits, _ and -.",
          position: position)
        continue
      }
      guard style.keys != nil else {
        style.reportType(expected: "an object such as \(ObjectKind.style.example ?? "")")
        continue
      }
      refuse(StyleFormat.refused, in: style, "is a layer's own: no style has it.")
      if let text = style.at(LayerFormat.text.name) {
        refuse(StyleFormat.refusedInText, in: text, "is a text's own: no style has it.")
      }
      found[name] = Style(
        name: name, place: style, uses: Self.names(style.at(LayerFormat.use.name), among: names))
    }
    var told: Set<String> = []
    for style in names.compactMap({ found[$0] }) {
      guard let ring = Self.ring(from: style, among: found) else {
        indices[style.name] = declared.count
        declared.append(style)
        continue
      }
      // Once for each ring.
      if told.isDisjoint(with: ring) {
        style.place.at(LayerFormat.use.name)?.report(
          code: "cycle",
          "the styles use each other: "
            + "\((ring + ring.prefix(1)).map(quoted).joined(separator: " → ")).")
      }
      told.formUnion(ring)
    }
  }

  private func refuse(_ keys: Set<String>, in place: Place, _ why: String) {
    for (key, position) in place.keys ?? [] where keys.contains(key) {
      place.at(key)?.report(.conflict, "\(quoted(key)) \(why)", position: position)
    }
  }

  /// The names in a `use`; reports those that are not declared.
  private static func names(_ place: Place?, among declared: [String]) -> [String] {
    guard let place else { return [] }
    let items: [Place]
    if let list = place.items, (1...StyleFormat.mostUsed).contains(list.count) {
      items = list
    } else if place.node.string != nil {
      items = [place]
    } else {
      place.reportType(
        expected: "the name of a style, or a list of 1 to \(StyleFormat.mostUsed) of them")
      return []
    }
    return items.compactMap { item in
      guard let name = item.text() else { return nil }
      guard declared.contains(name) else {
        let near = nearest(to: name, in: declared).map { "Did you mean \(quoted($0))?" }
        let all = declared.prefix(8).map(quoted).joined(separator: ", ")
        item.report(
          .invalidValue,
          "no style is called \(quoted(name)). "
            + (near ?? (declared.isEmpty ? "The job has no \"styles\"." : "There are \(all).")))
        return nil
      }
      return name
    }
  }

  /// The styles through which a style uses itself, from there on.
  private static func ring(from style: Style, among styles: [String: Style]) -> [String]? {
    var visited: Set<String> = []
    func search(_ trail: [String]) -> [String]? {
      for next in trail.last.flatMap({ styles[$0] })?.uses ?? [] {
        if next == style.name { return trail }
        guard visited.insert(next).inserted else { continue }
        if let ring = search(trail + [next]) { return ring }
      }
      return nil
    }
    return search([style.name])
  }

  // MARK: - Layers

  /// A layer with the keys of the styles that it uses, and its text with those of the defaults, too.
  ///
  /// - Parameter layer: The layer as written.
  /// - Returns: The layer, and the names of its styles.
  mutating func apply(to layer: Place) -> (layer: Place, styles: [String]) {
    let uses =
      layer.at(LayerFormat.use.name).map {
        Self.names($0, among: declared.map(\.name))
      } ?? []
    let hasText = layer.node[LayerFormat.text.name]?.object != nil
    guard !uses.isEmpty || hasText && !textDefaults.isEmpty else { return (layer, []) }
    let names = strongestFirst(uses)
    used.formUnion(names)
    let id = layer.node[LayerFormat.id.name]?.string
    let user = id.map { "#\($0)" } ?? layer.path.displayPath
    let styles = names.compactMap { style($0)?.place }
    var entries = Self.inherited(
      by: layer, from: styles,
      without: StyleFormat.refused.union([LayerFormat.use.name, LayerFormat.text.name]), user)
    if hasText, var text = layer.at(LayerFormat.text.name) {
      let from = styles.compactMap { $0.at(LayerFormat.text.name) } + textDefaults.reversed()
      text.inherited = Inherited(
        Self.inherited(by: text, from: from, without: StyleFormat.refusedInText, user))
      entries.append(
        Inherited.Entry(key: LayerFormat.text.name, keyPosition: text.node.position, place: text))
    }
    var merged = layer
    merged.inherited = Inherited(entries)
    return (merged, names)
  }

  /// A style as a layer that no other one refers to, to check it.
  func unused() -> [(layer: Place, text: Place?)] {
    declared.filter { !used.contains($0.name) }.map { style in
      var layer = style.place
      let hidden = StyleFormat.refused.union([LayerFormat.use.name, LayerFormat.text.name])
      layer.inherited = Inherited(
        hidden.map { Inherited.Entry(key: $0, keyPosition: layer.node.position, place: nil) })
      return (layer, style.place.at(LayerFormat.text.name))
    }
  }

  /// Styles with those that they use, each once: before the ones that it overrides.
  private func strongestFirst(_ names: [String]) -> [String] {
    var visited: Set<String> = []
    func search(_ names: [String]) -> [String] {
      names.reversed().flatMap { name in
        visited.insert(name).inserted ? [name] + search(style(name)?.uses ?? []) : []
      }
    }
    return search(names)
  }

  private func style(_ name: String) -> Style? { indices[name].map { declared[$0] } }

  /// The keys that an object does not have itself, each from the first object that has it.
  private static func inherited(
    by own: Place, from others: [Place], without refused: Set<String>, _ user: String
  ) -> [Inherited.Entry] {
    var keys = refused.union((own.keys ?? []).map(\.key))
    return others.flatMap { other in
      (other.keys ?? []).compactMap { key, position in
        guard keys.insert(key).inserted, var place = other.at(key) else { return nil }
        place.user = user
        return Inherited.Entry(key: key, keyPosition: position, place: place)
      }
    }
  }
}

extension JobReader {
  /// Reads what texts have by default, in a canvas or a group.
  ///
  /// - Returns: The place, if it is an object; its errors have been reported.
  func readTextDefaults(_ place: Place) -> Place? {
    guard place.keys != nil else {
      place.reportType(expected: "an object such as \(ObjectKind.textDefaults.example ?? "")")
      return nil
    }
    checkText(place)
    return place
  }

  /// Checks the keys of a text that has no string of its own.
  private func checkText(_ place: Place) {
    for (key, position) in place.keys ?? [] where StyleFormat.refusedInText.contains(key) {
      place.at(key)?.report(
        .conflict, "\(quoted(key)) is a text's own: defaults do not have it.", position: position)
    }
    // A text that has them may have another size.
    let units = place.collector.units
    defer { place.collector.units = units }
    place.collector.units.em = TextSpec.size(in: place.json, units)
    let _: TextSpec? = place.decode { decoding in
      guard case .object(let members) = place.json else {
        decoding.reportType(place.json, expected: "an object")
        return nil
      }
      let own = members.filter { !StyleFormat.refusedInText.contains($0.key) }
      return TextSpec(from: .object(own + [JSON.Member("string", "x")]), &decoding)
    }
  }

  /// Checks the styles that no layer uses, as if one did.
  func checkUnusedStyles() {
    for (layer, text) in styles.unused() {
      let collector = DiagnosticCollector(namesLines: layer.collector.namesLines)
      var reader = self
      reader.layerIndex = LayerIndex()
      _ = reader.readLayer(layer.reporting(to: collector), styles: [], in: nil)
      if let text { checkText(text.reporting(to: collector)) }
      // Which keys go together is the layer's matter.
      collector.sorted.filter { $0.code != ParameterDiagnostic.Code.conflict.name }
        .forEach(layer.collector.report)
    }
  }
}

extension Place {
  fileprivate func reporting(to collector: DiagnosticCollector) -> Place {
    Place(node: node, path: path, collector: collector, inherited: inherited)
  }
}

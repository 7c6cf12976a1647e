import ParameterGauge
import ScrimKit
import Testing

@Suite struct DecodingTests {
  @Test func whatIsNotSaidIsTheDefault() throws {
    let gauge = try #require(Gauge.read(["effect": "gauge"]))
    #expect(gauge.sigma == 11 && gauge.count == 3 && gauge.optional == nil && !gauge.isOn)
    #expect(gauge.padding == Insets(2) && gauge.ring.width == 2 && gauge.targets.isEmpty)
  }

  @Test func everyKindOfValue() throws {
    let gauge = try #require(
      Gauge.read([
        "isOn": true, "share": 1, "sigma": 250, "gap": 1e6, "turn": -720, "count": 9,
        "words": "two words", "optional": 2.5, "join": "bevel", "color": "#fc08",
        "fill": ["linear": ["angle": 90, "stops": [["#f00", 0], ["#00f", 1]]]], "length": 12,
        "padding": [1, 2, 3, 4], "radii": ["50%", 1, 2, 3], "numbers": [-1, 0, 1],
        "ring": ["width": 20, "color": "red"], "rings": [["width": 1], [:]],
        "font": "Noto Sans, DejaVu Sans", "anchor": "#title/ink",
        "targets": ["#a", ["at": "#b/line/0", "padding": 100]],
      ]))
    #expect(gauge.isOn && gauge.share == 1 && gauge.sigma == 250 && gauge.gap == 1e6)
    #expect(gauge.turn == -720 && gauge.count == 9 && gauge.words == "two words")
    #expect(gauge.optional == 2.5 && gauge.join == .bevel && gauge.color.css == "#ffcc0088")
    #expect(
      gauge.fill
        == .linear(
          LinearGradient(
            angle: 90,
            stops: [
              GradientStop(color: Color(red: 1, green: 0, blue: 0), offset: 0),
              GradientStop(color: Color(red: 0, green: 0, blue: 1), offset: 1),
            ])))
    #expect(gauge.length == .pixels(12))
    #expect(gauge.padding == Insets(top: 1, right: 2, bottom: 3, left: 4))
    #expect(
      gauge.radii
        == CornerRadii(
          topLeft: .percent(50), topRight: .pixels(1), bottomRight: .pixels(2),
          bottomLeft: .pixels(3)))
    #expect(gauge.numbers == [-1, 0, 1])
    #expect(gauge.ring.width == 20 && gauge.ring.color.css == "#ff0000")
    #expect(gauge.rings.map(\.width) == [1, 2])
    #expect(gauge.font.names == ["Noto Sans", "DejaVu Sans"])
    #expect(gauge.anchor?.text == "#title/ink")
    guard case .place(let place) = gauge.targets[0], case .spot(let spot) = gauge.targets[1] else {
      Issue.record("targets were read as \(gauge.targets)")
      return
    }
    #expect(place.text == "#a")
    #expect(spot.at.text == "#b/line/0" && spot.padding == 100)
  }

  @Test func paints() throws {
    #expect(try #require(Gauge.read(["fill": "gold"])).fill.json == "#ffd700")
    let linear = try #require(
      Gauge.read(["fill": ["linear": ["stops": [["#000", 0], ["#fff", 0]]]]]))
    guard case .linear(let gradient) = linear.fill else {
      Issue.record("read as \(linear.fill)")
      return
    }
    #expect(gradient.angle == 180 && gradient.stops.map(\.offset) == [0, 0])
    let radial = try #require(
      Gauge.read([
        "fill": [
          "radial": ["center": [3, "25%"], "radius": 9, "stops": [["#000", 0], ["#fff", 1]]]
        ]
      ]))
    guard case .radial(let circle) = radial.fill else {
      Issue.record("read as \(radial.fill)")
      return
    }
    #expect(circle.centerX == .pixels(3) && circle.centerY == .percent(25))
    #expect(circle.radius == .pixels(9))
  }

  /// The JSON of every value reads as that value; objects of the kit have tests of their own.
  @Test func whatIsPrintedCanBeRead() throws {
    let first = try #require(
      Gauge.read([
        "color": "#12345678", "length": "33%", "radii": [1, 2, 3, "4%"], "optional": 2,
        "anchor": "#canvas", "padding": [0, 1, 0, 1], "font": ["A", "B"],
        "fill": ["radial": ["stops": [["#00f8", 0], ["#0f0", 0.5], ["#f00", 1]]]],
        "rings": [["width": 3, "at": ["#a"]]], "targets": [["at": "#a"], "#b"],
      ]))
    let printed = JSON.object(
      Gauge.parameters.map(\.name).filter { !["label", "image"].contains($0) }.map { name in
        let value = Mirror(reflecting: first).children.first { $0.label == "_\(name)" }?.value
        return .init(name, printedValue(of: value))
      })
    let second = try #require(Gauge.read(printed))
    #expect(second.color == first.color && second.fill == first.fill)
    #expect(second.length == first.length && second.radii == first.radii)
    #expect(second.padding == first.padding && second.font == first.font)
    #expect(second.anchor == first.anchor && second.optional == first.optional)
    #expect(second.rings.map(\.json) == first.rings.map(\.json))
    #expect(second.targets.map(\.json) == first.targets.map(\.json))
  }

  private func printedValue(of parameter: Any?) -> JSON {
    func value<T: ParameterValue>(_ type: T.Type) -> JSON? {
      (parameter as? Parameter<T>)?.wrappedValue.json
    }
    return value(Bool.self) ?? value(Double.self) ?? value(Int.self) ?? value(String.self)
      ?? value(Double?.self) ?? value(LineJoin.self) ?? value(Color.self) ?? value(Paint.self)
      ?? value(Length.self) ?? value(Insets.self) ?? value(CornerRadii.self)
      ?? value([Double].self) ?? value(Ring.self) ?? value([Ring].self)
      ?? value(FontFamilies.self) ?? value(Reference?.self) ?? value([Target].self) ?? .null
  }

  @Test func notesAreIgnored() {
    #expect(
      Gauge.messages(in: [
        "effect": "gauge", "//": "a note", "// sigma": [1, 2], "ring": ["//x": nil],
        "rings": [["//": 1]],
      ]) == [])
  }

  @Test func copiesAreIndependent() throws {
    let first = try #require(Gauge.read(["sigma": 5]))
    var second = first
    second.sigma = 7
    second.ring.width = 9
    #expect(first.sigma == 5 && second.sigma == 7)
    #expect(first.ring.width == 2 && second.ring.width == 9)
    // Nor does decoding reach values that were made before.
    let plain = Gauge()
    _ = Gauge.read(["sigma": 99])
    #expect(plain.sigma == 11 && Gauge().sigma == 11)
  }

  @Test func whatIsDeclaredIsListed() {
    let declared = Gauge.parameters
    #expect(declared.map(\.name).prefix(4) == ["isOn", "share", "sigma", "gap"])
    #expect(
      declared[2]
        == ParameterDeclaration(
          "sigma", "A length of time or space", .number, unit: .pixels,
          in: 0...250, defaultValue: 11))
    #expect(declared[7].defaultValue == .null)
    #expect(declared[8].shape == .choice(["round", "miter", "bevel"]))
    #expect(declared[15].shape == Ring.shape)
    guard case .record(let spot) = Spot.shape else {
      Issue.record("a record has another shape")
      return
    }
    #expect(spot.map(\.defaultValue) == [nil, 0])
  }
}

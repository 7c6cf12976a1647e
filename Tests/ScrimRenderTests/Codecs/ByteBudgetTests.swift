import RenderTesting
import ScrimCodecs
import ScrimJSON
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// Outputs with `maxBytes`: which encoding they have, and the error if none is small enough.
@Suite struct ByteBudgetTests {
  private struct Encoded: Error {}

  private func output(_ change: (inout Output) -> Void) -> Output {
    var output = Output(file: "a.jpg", format: .jpeg, path: ["output"])
    change(&output)
    return output
  }

  /// The quality that a search finds, by sizes of qualities, and the qualities that it tried.
  private func search(
    _ output: Output, _ size: (Int) -> Int
  ) -> (quality: Int?, tried: [Int], message: String?) {
    var tried: [Int] = []
    do {
      let found = try output.search { setting in
        let quality = try #require(setting.quality)
        tried.append(quality)
        return Array(repeating: 0, count: size(quality))
      }
      return (found.setting.quality, tried, nil)
    } catch {
      return (nil, tried, (error as? OverBudget)?.message ?? "\(error)")
    }
  }

  @Test func theBestQualityOfMonotoneSizesIsFoundInEightTries() {
    for lowest in 1...100 {
      for limit in lowest...100 {
        let output = output {
          ($0.quality, $0.minQuality, $0.maxBytes) = (100, lowest, limit * 10 + 3)
        }
        let found = search(output) { $0 * 10 }
        #expect(found.quality == limit, "\(lowest) \(limit)")
        #expect(found.tried.count <= 8 && found.tried.first == 100)
        #expect(Set(found.tried).count == found.tried.count)
      }
    }
  }

  @Test func withoutALimitOrWithinItOneEncodingIsMade() {
    #expect(search(output { _ in }) { _ in 1 << 20 }.tried == [85])
    #expect(search(output { $0.maxBytes = 850 }) { $0 * 10 }.tried == [85])
  }

  @Test func sizesThatAreNotMonotoneStayWithinTheLimit() {
    let output = output { ($0.maxBytes, $0.minQuality) = (500, 1) }
    for salt in 1...200 {
      var sizes: [Int: Int] = [:]
      let found = search(output) { quality in
        sizes[quality] = (quality * salt &* 2_654_435_761) % 1000
        return sizes[quality] ?? 0
      }
      #expect(found.tried.count <= 8)
      if let quality = found.quality {
        #expect((sizes[quality] ?? .max) <= 500)
      } else {
        let least = sizes.values.min() ?? 0
        #expect(least > 500 && found.message?.contains("has \(least) bytes") == true)
      }
    }
  }

  @Test func theErrorNamesTheNearestSize() {
    #expect(
      search(output { $0.maxBytes = 400 }) { $0 * 10 }.message
        == "a.jpg has 500 bytes at quality 50, the nearest size; 400 are allowed. "
        + "Allow 500, lower \"minQuality\", or reduce the scale.")
    // Below the default of minQuality there is the output's own quality only.
    let low = search(output { ($0.quality, $0.maxBytes) = (30, 200) }) { $0 * 10 }
    #expect(low.tried == [30] && low.message?.contains("300 bytes at quality 30") == true)
  }

  // MARK: Files

  private func rendered(_ output: String) throws -> EncodedOutput {
    let noise = Pixels.make(64, 64) { x, y in
      // Four colours without a period: what repeats is worth a longer search.
      let color = ((x * 7919 + y * 104_729) ^ (x * y * 31) ^ (y * y * 17)) >> 3 & 3
      return .straight(color * 80, 255 - color * 60, color * color * 25, 255)
    }
    let file = try WebPEncoding.encode(noise, .lossless)
    return try #require(
      try TestRenderer().outputs(
        ##"{"scrim": 1, "canvas": {"width": 64, "height": 64}, "layers": ["##
          + ##"{"image": {"source": "p.webp"}}], "output": \##(output)}"##,
        sources: ["p.webp": .bytes(file)]
      ).outputs.first)
  }

  @Test(arguments: ["jpg", "webp"]) func aFileIsThatOfTheQualityFound(_ ending: String) throws {
    let plain = try rendered(#"{"file": "a.\#(ending)"}"#)
    let small = try rendered(#"{"file": "a.\#(ending)", "quality": 40}"#)
    #expect(plain.quality == nil && plain.record.json["quality"] == nil)
    let limit = (plain.bytes.count + small.bytes.count) / 2
    let limited = #"{"file": "a.\#(ending)", "maxBytes": \#(limit), "minQuality": 20}"#
    let found = try rendered(limited)
    #expect(found.bytes.count <= limit)
    let quality = try #require(found.quality)
    #expect(quality < 85 && found.record.json["quality"] == .integer(quality))
    #expect(
      try rendered(#"{"file": "a.\#(ending)", "quality": \#(quality)}"#).bytes == found.bytes)
    #expect(try rendered(limited).bytes == found.bytes)
  }

  @Test func aPNGIsCompressedMore() throws {
    let fast = try rendered(#"{"file": "a.png"}"#).bytes
    let small = try rendered(#"{"file": "a.png", "compression": "small"}"#).bytes
    try #require(small.count < fast.count)
    #expect(try rendered(#"{"file": "a.png", "maxBytes": \#(fast.count)}"#).bytes == fast)
    #expect(try rendered(#"{"file": "a.png", "maxBytes": \#(small.count)}"#).bytes == small)
  }

  @Test func aPNGGetsAPaletteOnRequest() throws {
    let small = try rendered(#"{"file": "a.png", "compression": "small"}"#).bytes.count
    func limited(_ limit: Int, _ least: Int) -> String {
      #"{"file": "a.png", "maxBytes": \#(limit), "minColors": \#(least)}"#
    }
    let plain = try rendered(limited(small, 2))
    #expect(plain.colors == nil && plain.record.json["colors"] == nil)
    let half = try rendered(limited(small / 2, 2))
    let colors = try #require(half.colors)
    #expect(half.bytes.count <= small / 2 && half.record.json["colors"] == .integer(colors))
    // Indexed, of 1, 2, 4 or 8 bits.
    #expect(half.bytes[25] == 3)
    #expect(try rendered(limited(small / 2, 2)).bytes == half.bytes)
    // Never with fewer than are allowed, and the number need not be a power of two.
    let fewest = try rendered(limited(half.bytes.count, colors))
    #expect(fewest.bytes == half.bytes && fewest.colors == colors)
    let message = try #require(try diagnostics(limited(50, 100)).first)
    #expect(
      message.contains(" colours, the nearest size; 50 are allowed. Allow ")
        && message.hasSuffix(", lower \"minColors\", reduce the scale, or use WebP."), "\(message)")
  }

  private func diagnostics(_ output: String) throws -> [String] {
    do {
      _ = try rendered(output)
      return []
    } catch let error as JobDiagnostics {
      return error.diagnostics.map { "\($0.code) \($0.pointer) \($0.message)" }
    }
  }

  @Test func eachOutputThatIsTooLargeIsAnError() throws {
    let small = try rendered(#"{"file": "a.png", "compression": "small"}"#).bytes.count
    let lossless = try rendered(#"{"file": "a.webp", "lossless": true}"#).bytes.count
    let svg = try rendered(#"{"file": "a.svg"}"#).bytes.count
    #expect(
      try diagnostics(
        #"[{"file": "a.png", "maxBytes": 99}, {"file": "b.png"}, {"file": "c.svg", "maxBytes": 98}, "#
          + #"{"file": "d.webp", "lossless": true, "maxBytes": 97}]"#
      ).sorted() == [
        "over-budget /output/0/maxBytes a.png has \(small) bytes with compression small, the nearest size; "
          + "99 are allowed. Allow \(small), set \"minColors\" for a palette, reduce the scale, or use WebP.",
        "over-budget /output/2/maxBytes c.svg has \(svg) bytes, the nearest size; "
          + "98 are allowed. Allow \(svg) or simplify the page.",
        "over-budget /output/3/maxBytes d.webp has \(lossless) bytes, the nearest size; "
          + "97 are allowed. Allow \(lossless), leave out \"lossless\", or reduce the scale.",
      ])
  }
}

import ScrimCodecs
import ScrimDocument
import ScrimJSON
@_spi(Host) import ScrimKit
import ScrimLinux
import ScrimProtocol

extension ImageComparison {
  /// Decodes two files and compares their pixels.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - files: The two files.
  init(_ request: CompareRequest, _ files: [OwnedDescriptor]) {
    self.init()
    do {
      let limits = DecodingLimits(
        bytes: request.limits.outputBytes, pixels: request.limits.canvasPixels)
      let images = try files.map { file in
        let bytes = try file.readAll(limit: limits.bytes, of: "the image")
        return try bytes.withUnsafeBytes { try ImageDecoding.decode($0, limits: limits) }
      }
      sizes = images.map { [$0.width, $0.height] }
      guard images.count == 2, sizes[0] == sizes[1] else { return }
      compare(images[0], images[1], request.areas)
    } catch let failure as CodecError {
      error = failure.message
    } catch let failure as DrawingError {
      error = "\(failure.message)."
    } catch {
      self.error = "\(error)."
    }
  }

  private mutating func compare(_ one: Pixels, _ other: Pixels, _ asked: [[Double]]) {
    let rects = asked.map { PixelArea($0, width: one.width, height: one.height) }
    var found = [Bool](repeating: false, count: rects.count)
    var (left, top, right, bottom) = (one.width, one.height, 0, 0)
    var (count, largest) = (0, 0)
    one.withBytes { a in
      other.withBytes { b in
        for y in 0..<one.height {
          let (first, second) = (y * one.bytesPerRow, y * other.bytesPerRow)
          for x in 0..<one.width {
            var difference = 0
            for channel in 4 * x..<4 * x + 4 {
              difference = max(
                difference, abs(Int(a[first + channel]) - Int(b[second + channel])))
            }
            guard difference > 0 else { continue }
            count += 1
            largest = max(largest, difference)
            (left, right) = (min(left, x), max(right, x + 1))
            (top, bottom) = (min(top, y), max(bottom, y + 1))
            for index in rects.indices where !found[index] && rects[index].contains(x, y) {
              found[index] = true
            }
          }
        }
      }
    }
    (pixels, most, areas) = (count, largest, found)
    region = count == 0 ? [] : [left, top, right - left, bottom - top]
  }
}

/// The pixels that a rectangle touches.
private struct PixelArea {
  private let columns: Range<Int>
  private let rows: Range<Int>

  init(_ rect: [Double], width: Int, height: Int) {
    guard rect.count == 4, rect.allSatisfy(\.isFinite), rect[2] > 0, rect[3] > 0 else {
      (columns, rows) = (0..<0, 0..<0)
      return
    }
    columns = Self.touched(rect[0], rect[0] + rect[2], of: width)
    rows = Self.touched(rect[1], rect[1] + rect[3], of: height)
  }

  func contains(_ x: Int, _ y: Int) -> Bool { columns.contains(x) && rows.contains(y) }

  private static func touched(_ low: Double, _ high: Double, of count: Int) -> Range<Int> {
    let limit = Double(count)
    let first = min(max(low.rounded(.down), 0), limit)
    return Int(first)..<Int(max(first, min(high.rounded(.up), limit)))
  }
}

/// A Gaussian wide enough for cells. Row by row, so that all between the one reading of the source
/// and the one writing of the target stays in the cache.
struct ReducedGaussian {
  private let plan: GaussianPlan
  private let target: BlurPlane
  private let means: CellMeans
  /// The cells that pixels are interpolated from.
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// Makes two of each cell, and pixels of these; of cells of two pixels, pixels at once.
  private let doubling: CellInterpolation?
  private let filling: CellInterpolation
  private let pixelSize: Int

  init(_ plan: GaussianPlan, from source: BlurPlane, to target: BlurPlane, edge: BlurEdge) {
    (self.plan, self.target) = (plan, target)
    pixelSize = source.channels * 2
    (columns, rows) = (
      Self.cells(for: target.area.columns, plan), Self.cells(for: target.area.rows, plan)
    )
    let radius = plan.kernel.radius
    means = CellMeans(
      plan, of: source, edge: edge,
      columns: columns.lowerBound - radius..<columns.upperBound + radius,
      rows: rows.lowerBound - radius..<rows.upperBound + radius)
    let isDoubled = plan.factor > 2
    doubling =
      isDoubled
      ? CellInterpolation(
        factor: 2, channels: source.channels, cells: columns.count, isLast: false) : nil
    filling = CellInterpolation(
      factor: plan.step, channels: source.channels,
      cells: isDoubled ? 2 * columns.count : columns.count, isLast: true)
  }

  /// Those that pixels lie between the middles of, in two steps if cells are doubled.
  private static func cells(for pixels: Range<Int>, _ plan: GaussianPlan) -> Range<Int> {
    func around(_ places: Range<Int>, _ step: Int) -> Range<Int> {
      func left(_ place: Int) -> Int { floored(2 * place + 1 - step, 2 * step) }
      return left(places.lowerBound)..<left(places.upperBound - 1) + 2
    }
    let filled = around(pixels, plan.step)
    return plan.factor > 2 ? around(filled, 2) : filled
  }

  private static func floored(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  func run() {
    let radius = plan.kernel.radius
    let count = 2 * radius + 1
    let wide = (columns.count + 2 * radius) * pixelSize
    let ring = RowBuffers(count + 3, byteCount: wide)
    let (nothing, downed, blurred) = (ring[count], ring[count + 1], ring[count + 2])
    let doubled = RowBuffers(3, byteCount: 2 * columns.count * pixelSize)
    var output = Output(self)
    defer { extendLifetime((ring, doubled)) }

    // Which row of the ring holds each of the last rows of cells.
    var places = [UnsafeRawPointer](repeating: UnsafeRawPointer(nothing), count: count)
    var (made, previous) = (0, CellMeans.Row.mixed)
    func enter(_ cell: Int) {
      let kind = means.kind(of: cell)
      places.removeFirst()
      if kind == .nothing {
        places.append(UnsafeRawPointer(nothing))
      } else if kind != .mixed, kind == previous, let last = places.last {
        places.append(last)
      } else {
        let slot = ring[made % count]
        made += 1
        means.make(cell, to: slot)
        places.append(UnsafeRawPointer(slot))
      }
      previous = kind
    }

    for cell in rows.lowerBound - radius..<rows.lowerBound + radius { enter(cell) }
    for cell in rows {
      enter(cell + radius)
      plan.kernel.apply(places, to: downed, byteCount: wide)
      plan.kernel.apply(
        along: downed, pixelSize: pixelSize, to: blurred, byteCount: columns.count * pixelSize)
      guard let doubling else {
        output.add(blurred, row: cell)
        continue
      }
      let (upper, lower, between) = (doubled[(cell + 1) & 1], doubled[cell & 1], doubled[2])
      doubling.widen(blurred, count: columns.count, to: lower)
      guard cell > rows.lowerBound else { continue }
      for half in 0...1 {
        doubling.blend(
          upper, lower, half, to: between, byteCount: 2 * (columns.count - 1) * pixelSize)
        output.add(between, row: 2 * cell - 1 + half)
      }
    }
  }

  /// Fills the target between rows that are `plan.step` apart.
  private struct Output {
    private let filling: CellInterpolation
    private let target: BlurPlane
    private let count: Int
    private let full: RowBuffers
    /// Where the target begins in a full row, bytes.
    private let offset: Int
    private var last: Int?

    init(_ blur: ReducedGaussian) {
      (filling, target) = (blur.filling, blur.target)
      let (step, cells) = (blur.plan.step, blur.columns)
      // Doubled cells begin right of the first cell's middle.
      let first = blur.doubling == nil ? cells.lowerBound : 2 * cells.lowerBound + 1
      count = blur.doubling == nil ? cells.count : 2 * (cells.count - 1)
      offset = (target.area.x - first * step - step / 2) * blur.pixelSize
      full = RowBuffers(2, byteCount: (count + 3) * step * blur.pixelSize)
    }

    mutating func add(_ row: UnsafeRawPointer, row index: Int) {
      let step = filling.factor
      defer { last = index }
      let top = (index - 1) * step + step / 2
      // Rows of cells that are needed for others only.
      guard top + 2 * step > target.area.y, top < target.area.y + target.area.height else {
        return
      }
      filling.widen(row, count: count, to: full[index & 1])
      guard last != nil else { return }
      write(full[(index + 1) & 1] + offset, full[index & 1] + offset, from: top)
    }

    private func write(_ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, from top: Int) {
      let rows = (top..<top + filling.factor).clamped(to: target.area.rows)
      let bytes = target.area.width * target.channels
      // A part of the rows that stays in the first cache for all of them.
      for start in stride(from: 0, to: bytes, by: 4096) {
        let part = min(4096, bytes - start)
        for y in rows {
          filling.blendToBytes(
            upper + start * 2, lower + start * 2, y - top, to: target.row(y) + start,
            byteCount: part)
        }
      }
    }
  }
}

import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

extension LayerContents {
  /// Asks a layer's effects for their extents. Effects report here what they cannot draw.
  func extent(
    of index: Int, canvas: CanvasDependence,
    resolve: (Reference) throws -> Resolution<[Rect]>
  ) throws -> Resolution<Rect> {
    guard let placed = placed[index] else { return .unavailable }
    let effects = placed.layer.effects
    var extent = placed.contentExtent(placed.texts.first, inside: placed.group?.extent ?? .empty)
    var isKnown = true
    for (effect, use) in effects.prefix(unread.readableEffects(of: placed.layer, at: index))
      .enumerated()
    {
      do {
        let answer = try rectangles(for: use, resolve).flatMap { rectangles in
          try canvas.resolve(isSame: ==) { canvas in
            try environment(canvas, rectangles).extent(
              of: placed, effect: effect, inputExtent: extent, scale: 1)
          }
        }
        switch answer {
        case .resolved(let rect): extent = rect
        case .pending: return .pending
        case .unavailable: isKnown = false
        }
      } catch let found as JobDiagnostics {
        collector.report(found)
        isKnown = false
      }
    }
    return isKnown ? .resolved(extent) : .unavailable
  }

  /// The rectangles of all references that an effect may request.
  ///
  /// - Throws: `JobDiagnostics` if a reference in its parameters is empty.
  private func rectangles(
    for use: EffectUse, _ resolve: (Reference) throws -> Resolution<[Rect]>
  ) throws -> Resolution<[Reference: Result<[Rect], EmptyReference>]> {
    var all: [Reference: Result<[Rect], EmptyReference>] = [:]
    for reference in use.named.map(\.reference) + use.references where all[reference] == nil {
      do {
        switch try resolve(reference) {
        case .resolved(let rectangles): all[reference] = .success(rectangles)
        case .pending: return .pending
        case .unavailable: return .unavailable
        }
      } catch let error as EmptyReference {
        if let named = use.named.first(where: { $0.reference == reference }) {
          throw JobDiagnostics(diagnostics: [job.diagnostic(emptyReference: error, at: named.path)])
        }
        all[reference] = .failure(error)
      }
    }
    return .resolved(all)
  }

  private func environment(
    _ canvas: Rect, _ rectangles: [Reference: Result<[Rect], EmptyReference>]
  ) -> EffectEnvironment {
    EffectEnvironment(canvas: { _ in canvas }, fonts: fonts, seed: seed, tracker: tracker) {
      [job] reference, use, _ in
      do {
        return try rectangles[reference]?.get() ?? []
      } catch let error as EmptyReference {
        throw JobDiagnostics(diagnostics: [job.diagnostic(emptyReference: error, at: use.path)])
      }
    }
  }
}

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
    switch try drawing(of: index, resolve) {
    case .resolved: break
    case .pending: return .pending
    case .unavailable: return .unavailable
    }
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

  /// The bounds of what a content draws, px.
  func extent(
    of use: ContentUse, in box: Rect, ofLayer index: Int,
    _ rectangles: [Reference: Result<[Rect], EmptyReference>] = [:]
  ) throws -> Rect {
    let geometry = environment(.empty, rectangles).geometry(of: use, in: box, ofLayer: index)
    return try tracker.on(use, ofLayer: index) { try use.content.extent(in: geometry) }
  }

  /// Finds what a content draws between other layers.
  private func drawing(
    of index: Int, _ resolve: (Reference) throws -> Resolution<[Rect]>
  ) throws -> Resolution<Void> {
    guard case .plugin(let use, let box, _) = placed[index]?.content, !use.references.isEmpty else {
      return .resolved(())
    }
    do {
      return try rectangles(for: use, resolve).map { rectangles in
        let extent = try extent(of: use, in: box, ofLayer: index, rectangles)
        placed[index]?.content = .plugin(use, box: box, extent: extent)
      }
    } catch let found as JobDiagnostics {
      collector.report(found)
      return .unavailable
    }
  }

  /// The rectangles of all references that an effect or a content may request.
  ///
  /// - Throws: `JobDiagnostics` if a reference in its parameters is empty.
  private func rectangles(
    for use: some PluginUse, _ resolve: (Reference) throws -> Resolution<[Rect]>
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

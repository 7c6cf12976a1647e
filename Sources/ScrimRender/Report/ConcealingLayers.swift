import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

extension Scene {
  /// The layers of which something is not shown, in document order: those that are not drawn or have no place, whose
  /// words an effect conceals or a limit cuts off, or that are beyond the canvas; with all layers in them.
  var concealingLayers: [[PathElement]] {
    let shown = Set(layers.filter { !conceals($0) }.map(\.layer.path))
    func visit(_ list: Node?, _ path: [PathElement], isShown: Bool) -> [[PathElement]] {
      (list?.array ?? []).enumerated().flatMap { index, layer in
        let place = path + [.key("layers"), .index(index)]
        let isShown = isShown && shown.contains(place)
        return (isShown ? [] : [place]) + visit(layer["layers"], place, isShown: isShown)
      }
    }
    return visit(job.document["layers"], [], isShown: true)
  }

  private func conceals(_ placed: PlacedLayer) -> Bool {
    let layer = placed.layer
    guard layer.isVisible, layer.opacity > 0, placed.concealingEffects.isEmpty else { return true }
    if layer.effects.contains(where: { use in
      use.effect.concealment() != nil || !use.effect.concealedPart(of: placed.frame).isEmpty
    }) {
      return true
    }
    if let text = placed.visibleText, case .text(let asked) = layer.content {
      let isWhole = asked.string == text.spec.string && asked.markup == text.spec.markup
      guard isWhole, text.lines.allSatisfy({ $0.isDrawn && !$0.isConcealed }) else { return true }
    }
    let extent = transform(from: .inside(placed.index), to: .canvas).bounds(of: extent(of: placed))
    return !extent.isEmpty && extent.intersection(canvas).isEmpty
  }
}

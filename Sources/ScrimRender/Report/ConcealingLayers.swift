import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

extension Scene {
  /// The layers of which something is not shown: those that are not drawn, whose words an effect conceals or a limit
  /// cuts off, or that are beyond the canvas; with all layers in them.
  var concealingLayers: [Layer] {
    layers.filter { conceals($0) }.flatMap(\.layer.withDescendants).reduce(into: []) {
      layers, layer in
      if !layers.contains(where: { $0 === layer }) { layers.append(layer) }
    }
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

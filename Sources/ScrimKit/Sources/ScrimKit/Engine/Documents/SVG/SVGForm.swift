extension Picture.Item {
  /// Whether SVG supports everything inside; the item's operator is checked separately.
  var hasSVGForm: Bool {
    guard clip == nil else { return false }
    switch source {
    case .raster: return true
    case .recording:
      return record?.steps.allSatisfy(\.hasSVGForm) ?? false
    }
  }
}

extension DrawingStep {
  fileprivate var hasSVGForm: Bool {
    switch self {
    case .fill(_, let paint, _, let `operator`), .stroke(_, _, let paint, _, let `operator`):
      `operator`.hasSVGForm && paint.hasSVGForm
    case .glyphs(let shape): shape.paint.hasSVGForm
    case .mask(_, _, _, let paint, _): paint.hasSVGForm
    case .glyphImage, .image: true
    // Images keep their own pixels in a document.
    case .pixels, .svg: false
    case .item(let item, let `operator`): `operator`.hasSVGForm && item.hasSVGForm
    case .clip(_, let steps), .transform(_, _, let steps), .affine(_, let steps):
      steps.allSatisfy(\.hasSVGForm)
    case .group(_, let `operator`, let steps):
      `operator`.hasSVGForm && steps.allSatisfy(\.hasSVGForm)
    }
  }
}

extension Picture {
  /// Whether an SVG is drawn, which has no form in SVG but pixels.
  @_spi(Host) public var hasSVG: Bool { items.contains(where: \.hasSVG) }
}

extension Picture.Item {
  fileprivate var hasSVG: Bool { record?.steps.contains(where: \.hasSVG) ?? false }
}

extension DrawingStep {
  fileprivate var hasSVG: Bool {
    switch self {
    case .svg: true
    case .fill, .stroke, .glyphs, .mask, .glyphImage, .image, .pixels: false
    case .item(let item, _): item.hasSVG
    case .clip(_, let steps), .transform(_, _, let steps), .affine(_, let steps),
      .group(_, _, let steps):
      steps.contains(where: \.hasSVG)
    }
  }
}

extension Paint {
  fileprivate var hasSVGForm: Bool {
    if case .conic = self { false } else { true }
  }
}

extension CompositeOperator {
  fileprivate var hasSVGForm: Bool { DocumentFormat.svg.has(self, onPage: false) }

  /// The CSS `mix-blend-mode`; `normal` for other operators.
  var blendMode: BlendMode {
    if case .blend(let mode) = self { mode } else { .normal }
  }
}

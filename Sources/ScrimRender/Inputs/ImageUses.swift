import ScrimJob

extension Job {
  /// Whether an image is drawn only once, by the one layer that shows it.
  func isUsedOnce(_ source: String) -> Bool {
    guard sourceUses[source] == 1 else { return false }
    // A layer that another one refers to is drawn once more.
    return allLayers.allSatisfy { layer in
      if case .layer = layer.mask?.shape { return false }
      return layer.effects.allSatisfy(\.layerImages.isEmpty)
    }
  }

  /// Whether an image is only shown by layers, without any other use.
  func isOnlyShown(_ source: String) -> Bool {
    let showing = allLayers.filter { layer in
      if case .image(let spec) = layer.content { spec.source == source } else { false }
    }
    return sourceUses[source] == showing.count
  }

  /// Maximum device pixels per px at which images are resampled; `nil` if an output keeps them unscaled.
  var imageScale: Double? {
    guard outputs.allSatisfy({ $0.format.document == nil }) else { return nil }
    return outputs.map { $0.scale(of: self) }.max()
  }
}

import ScrimJSON
import ScrimJob

extension Scene {
  /// Whether nobody else asks for the picture of a layer while the scene is drawn.
  func asksOnce(forImageOf placed: PlacedLayer) -> Bool {
    guard case .image(let spec) = placed.layer.content, job.document.names(spec.source) == 1 else {
      return false
    }
    // Who is shown a layer from elsewhere draws it once more.
    return job.allLayers.allSatisfy { layer in
      if case .layer = layer.mask?.shape { return false }
      return layer.effects.allSatisfy(\.layerImages.isEmpty)
    }
  }
}

extension Job {
  /// Whether layers show a picture and nothing else asks for it.
  func isOnlyShown(_ source: String) -> Bool {
    let showing = allLayers.filter { layer in
      if case .image(let spec) = layer.content { spec.source == source } else { false }
    }
    return document.names(source) == showing.count
  }

  /// The most device pixels a px that images are resampled for; `nil` if an output keeps them whole.
  var imageScale: Double? {
    guard outputs.allSatisfy({ $0.format.document == nil }) else { return nil }
    return outputs.map { $0.scale(of: self) }.max()
  }
}

extension Node {
  /// How often it names a file.
  fileprivate func names(_ source: String) -> Int {
    let members = (object ?? []).map { member in
      (member.key == "source" && member.value.string == source ? 1 : 0)
        + member.value.names(source)
    }
    return (members + (array ?? []).map { $0.names(source) }).reduce(0, +)
  }
}

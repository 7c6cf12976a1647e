import ScrimDocument
import ScrimJob

extension Scene {
  /// Whether nobody else asks for the picture of a layer while the scene is drawn.
  func asksOnce(forPictureOf placed: PlacedLayer) -> Bool {
    guard case .image(let spec) = placed.layer.content, job.document.names(spec.source) == 1 else {
      return false
    }
    // Who is shown a layer from elsewhere draws it once more.
    return job.allLayers.allSatisfy { layer in
      if case .layer = layer.mask?.shape { return false }
      return layer.effects.allSatisfy(\.silhouettes.isEmpty)
    }
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

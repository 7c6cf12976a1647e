import ArgumentParser

/// A format of images, as `--format` names it.
package enum ImageFormat: String, CaseIterable, ExpressibleByArgument {
  case png, jpeg, webp, pdf, svg
}

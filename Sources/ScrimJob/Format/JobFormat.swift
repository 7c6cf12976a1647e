import ScrimDocument
import ScrimKit

/// The keys of the document.
enum JobFormat {
  static let scrim = Key.place(
    KeyFormat(
      "scrim", "Format version: 1", .value(.integer), in: 1...1, isRequired: true))
  static let canvas = Key.place(
    KeyFormat(
      "canvas",
      "Canvas size, scale and background; the size of the lowest image layer if not given",
      .object(.canvas)))
  static let styles = Key.place(
    KeyFormat("styles", "Keys that layers share, by the name of the style", .named(.style)))
  static let layers = Key.place(
    KeyFormat("layers", "The layers, bottom first", .objects(.layer), isRequired: true))
  static let output = Key.place(
    KeyFormat(
      "output", "The output file, or a list of several; a PNG named after the job if not given",
      .objectOrObjects(.output)))
  static let assets = Key.text(
    "assets", "Folder below the job's folder that image and font paths are relative to",
    FileName.folderForm)
  static let fonts = Key.place(
    KeyFormat(
      SourceName.fontsKey,
      "Font files that only this job uses: names, or objects that also give a family",
      .textsOrObjects(FileName.sourceForm, .font)))
  static let onMissing = Key.place(
    KeyFormat(
      SourceName.onMissingKey,
      "Image that is drawn in place of those whose URL cannot be fetched; an error if not given",
      .object(.substitute)))
  static let seed = Key.whole(
    "seed", "Random seed; chosen when the job is accepted if not given",
    in: 0...(1 << 53 - 1))

  static let environment = Key<String>(
    format: KeyFormat(
      "environment",
      "Digest of the only environment that may render the job, as scrim environment prints it",
      .text(
        TextForm(
          "^sha256:[0-9a-f]{64}$",
          words: "sha256: and 64 hexadecimal digits, as scrim environment prints them")))
  ) { place in
    guard let text = place.text() else { return nil }
    let digits = text.utf8.dropFirst(7)
    guard text.hasPrefix("sha256:"), digits.count == 64,
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else {
      place.report(
        .invalidValue,
        "\(place.found) is not sha256: and 64 hexadecimal digits, as scrim environment prints them."
      )
      return nil
    }
    return text
  }

  /// The keys on which the image of a layer does not depend: outputs are made of images, other layers have digests of
  /// their own, as styles are part of those that use them, and the seed affects random effects only.
  static let outsideDigest: Set = [
    layers.name, styles.name, output.name, seed.name, environment.name,
  ]

  static let object = ObjectFormat(
    .job, "An image described as a stack of layers",
    keys: [
      scrim.format, canvas.format, styles.format, layers.format, output.format, assets.format,
      fonts.format, onMissing.format, seed.format, environment.format,
    ])
}

/// The keys of `onMissing`.
enum SubstituteFormat {
  static let source = Key.text(
    "source", "Path of an image file, or URL", FileName.sourceForm, isRequired: true)

  static let object = ObjectFormat(
    .substitute, "An image in place of those that cannot be fetched", keys: [source.format])
}

/// The keys of a font.
enum FontFormat {
  static let source = Key.text(
    "source", "Path relative to the job's assets, or absolute below an asset root",
    FileName.sourceForm, isRequired: true)
  static let family = Key.text(
    "family", "The name by which texts use the font; the family names in the file if not given",
    familyForm)

  static let object = ObjectFormat(
    .font, "A font file: TTF, OTF, TTC, WOFF or WOFF2", keys: [source.format, family.format])

  /// As texts can write it: a comma separates families, and spaces around a name do not count.
  private static let familyForm = TextForm(
    "^[^\\u0000-\\u001F\\u007F,]+$", not: "^\\s|\\s$",
    words: "a family name without commas, and without spaces around it")

  /// Whether a text can name the family.
  static func isFamily(_ name: String) -> Bool {
    guard let first = name.first, let last = name.last else { return false }
    return !first.isWhitespace && !last.isWhitespace
      && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f || $0 == "," }
  }
}

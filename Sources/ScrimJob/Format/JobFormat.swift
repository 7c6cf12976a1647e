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
  static let seed = Key.whole(
    "seed", "Random seed; chosen when the job is accepted if not given",
    in: 0...(1 << 53 - 1))

  /// The keys on which the image of a layer does not depend: outputs are made of images, other layers have digests of
  /// their own, and the seed affects random effects only.
  static let outsideDigest: Set = [layers.name, output.name, seed.name]

  static let object = ObjectFormat(
    .job, "An image described as a stack of layers",
    keys: [
      scrim.format, canvas.format, layers.format, output.format, assets.format, fonts.format,
      seed.format,
    ])
}

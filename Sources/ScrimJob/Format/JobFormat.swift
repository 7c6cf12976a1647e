import ScrimKit

/// The keys of the whole document.
enum JobFormat {
  static let scrim = Key.place(
    KeyFormat(
      "scrim", "Version of the format: 1", .value(.integer), in: 1...1, isRequired: true))
  static let canvas = Key.place(
    KeyFormat(
      "canvas",
      "Size of the picture and what lies under its layers; the lowest image's size if not given",
      .object(.canvas)))
  static let layers = Key.place(
    KeyFormat("layers", "The layers, bottom first", .objects(.layer), isRequired: true))
  static let output = Key.place(
    KeyFormat(
      "output", "The file to make, or a list of several; a PNG named for the job if not given",
      .objectOrObjects(.output)))
  static let assets = Key.text(
    "assets", "A folder below the job's own from which the names of pictures start",
    FileName.folderForm)
  static let seed = Key.whole(
    "seed", "Seeds what is random; drawn when the job is accepted if not given",
    in: 0...(1 << 53 - 1))

  static let object = ObjectFormat(
    .job, "A picture as a stack of layers",
    keys: [
      scrim.format, canvas.format, layers.format, output.format, assets.format, seed.format,
    ])
}

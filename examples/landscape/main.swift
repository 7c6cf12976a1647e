// Draws examples/landscape.jpg, the photo-like background of the examples.
//
//   swift run landscape examples/landscape.jpg

import ScrimCodecs
import ScrimKit
import SystemPackage

let width = 1080
let height = 1350

func byte(_ light: Double, grain: Double) -> UInt8 {
  UInt8(min(255, max(0, light * 255 + grain)).rounded())
}

func draw() throws -> Pixels {
  let scene = Scene()
  let film = ValueNoise(seed: 41)
  var pixels = try Pixels(width: width, height: height)
  let bytesPerRow = pixels.bytesPerRow
  try pixels.withMutableBytes { bytes in
    for row in 0..<height {
      for column in 0..<width {
        let light = scene.light(
          x: (Double(column) + 0.5) / Double(height), y: (Double(row) + 0.5) / Double(height))
        let grain = (film.white(column, row) - 0.5) * 5
        let offset = row * bytesPerRow + column * 4
        bytes[offset] = byte(light.blue, grain: grain)
        bytes[offset + 1] = byte(light.green, grain: grain)
        bytes[offset + 2] = byte(light.red, grain: grain)
        bytes[offset + 3] = 255
      }
    }
  }
  return pixels
}

let path = FilePath(CommandLine.arguments.dropFirst().first ?? "landscape.jpg")
let file = try FileDescriptor.open(
  path, .writeOnly, options: [.create, .truncate],
  permissions: [.ownerReadWrite, .groupRead, .otherRead])
try file.closeAfter {
  _ = try file.writeAll(try JPEGEncoding.encode(draw(), quality: 82))
}

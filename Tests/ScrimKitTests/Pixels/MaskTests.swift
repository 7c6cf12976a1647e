import ScrimKit
import Testing

@Suite struct MaskTests {
  let area = PixelRect(x: -3, y: 5, width: 23, height: 17)

  @Test func outsideNothingIsCovered() throws {
    let mask = try Mask.block(Rect(x: -100, y: -100, width: 300, height: 300), in: area)
    #expect(mask[-3, 5] == 255 && mask[19, 21] == 255)
    #expect(mask[-4, 5] == 0 && mask[20, 21] == 0 && mask[0, 4] == 0 && mask[0, 22] == 0)
    #expect(!mask.isBlank)
    #expect(try Mask(area: area).isBlank)
  }

  @Test func drawingKeepsWhatIsThere() throws {
    var mask = try Mask.block(Rect(x: 0, y: 8, width: 2, height: 2), in: area)
    try mask.draw(scale: 2) {
      $0.fill(Rect(x: 2, y: 4, width: 1, height: 1), with: Paint.white.withOpacity(0.5))
    }
    #expect(mask[0, 8] == 255)
    #expect(abs(Int(mask[4, 8]) - 128) <= 1)
    #expect(mask[5, 9] == mask[4, 8])
    #expect(mask[6, 8] == 0)
  }

  @Test(arguments: [0.4, 0.5, 1, 1.2, 1.5, 2, 2.3, 2.9, 3.7, 5, 6.5, 8, 9.99, 13])
  func dilatedIsTheMaximumOverADisc(radius: Double) throws {
    for seed in [UInt64(1), 2] {
      let mask = try Mask.noise(area, seed: seed, density: seed == 1 ? 0.02 : 0.15)
      let grown = try mask.dilated(by: radius)
      let reach = Int(radius.rounded(.up))
      #expect(grown.area == area.grown(by: reach))
      var wrong = 0
      for (x, y) in grown.area.places {
        var greatest: UInt8 = 0
        for dy in -reach...reach {
          for dx in -reach...reach where Double(dx * dx + dy * dy) <= radius * radius {
            greatest = max(greatest, mask[x + dx, y + dy])
          }
        }
        if grown[x, y] != greatest { wrong += 1 }
      }
      #expect(wrong == 0)
    }
  }

  @Test func dilatedByNothingIsTheSame() throws {
    let mask = try Mask.noise(area, seed: 9)
    #expect(try mask.dilated(by: 0).isSame(as: mask))
    #expect(try mask.eroded(by: 0).isSame(as: mask))
    let empty = try Mask(area: PixelRect(x: 0, y: 0, width: 0, height: 0))
    #expect(try empty.dilated(by: 3).isBlank)
    #expect(try empty.eroded(by: 3).isBlank)
  }

  @Test(arguments: [0.5, 1, 1.5, 2.2, 4, 7.3])
  func erodedIsTheMinimumOverADisc(radius: Double) throws {
    let mask = try Mask.noise(area, seed: 4, density: 0.95)
    let shrunk = try mask.eroded(by: radius)
    #expect(shrunk.area == area)
    let reach = Int(radius.rounded(.up))
    var wrong = 0
    for (x, y) in area.places {
      var least: UInt8 = 255
      for dy in -reach...reach {
        for dx in -reach...reach where Double(dx * dx + dy * dy) <= radius * radius {
          least = min(least, mask[x + dx, y + dy])
        }
      }
      if shrunk[x, y] != least { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: [0, 1.5, 4, 9, 40])
  func aPartThatIsAskedForIsAPartOfTheWhole(radius: Double) throws {
    let mask = try Mask.noise(area, seed: 6, density: 0.1)
    for part in [
      PixelRect(x: 2, y: 9, width: 7, height: 5), PixelRect(x: -30, y: -20, width: 31, height: 90),
      PixelRect(x: 18, y: 20, width: 40, height: 1), PixelRect(x: 500, y: 0, width: 3, height: 3),
    ] {
      let (grown, shrunk) = try (mask.dilated(by: radius), mask.eroded(by: radius))
      let some = try mask.dilated(by: radius, within: part)
      #expect(try some.isSame(as: grown.cropped(to: grown.area.intersection(part))))
      let less = try mask.eroded(by: radius, within: part)
      #expect(try less.isSame(as: shrunk.cropped(to: area.intersection(part))))
    }
  }

  /// A disc of this size around the whole shape would be a mask of 800 MB.
  @Test func aLargeDiscCostsWhatIsAskedFor() throws {
    let mask = try Mask.block(Rect(x: 0, y: 5, width: 20, height: 17), in: area)
    let part = PixelRect(x: 13_990, y: 0, width: 60, height: 40)
    let grown = try mask.dilated(by: 14_000, within: part)
    #expect(grown.area == part.intersection(area.grown(by: 14_000)))
    #expect(grown[13_995, 10] == 255)
    #expect(grown[14_018, 20] == 255)
    #expect(grown[14_022, 10] == 0)
  }

  @Test(arguments: [2, 3, 4, 5])
  func reducedIsTheMean(factor: Int) throws {
    let mask = try Mask.noise(area, seed: 5, density: 0.6)
    let small = try mask.reduced(by: factor)
    for (x, y) in small.area.grown(by: 1).places {
      var sum = 0
      for dy in 0..<factor {
        for dx in 0..<factor { sum += Int(mask[x * factor + dx, y * factor + dy]) }
      }
      let mean = Double(sum) / Double(factor * factor)
      #expect(abs(Double(small[x, y]) - mean) <= 0.5)
    }
    #expect(try mask.reduced(by: 1).isSame(as: mask))
  }

  @Test func subtractsWhatTheOtherCovers() throws {
    let mask = try Mask.noise(area, seed: 6, density: 0.7)
    let other = try Mask.noise(area.grown(by: -4), seed: 7, density: 0.7)
    let rest = try mask.subtracting(other)
    #expect(rest.area == area)
    for (x, y) in area.places {
      #expect(Int(rest[x, y]) == max(0, Int(mask[x, y]) - Int(other[x, y])))
    }
    #expect(try mask.subtracting(mask).isBlank)
  }

  @Test func aUnionIsTheGreater() throws {
    let mask = try Mask.noise(area, seed: 8, density: 0.5)
    let other = try Mask.noise(PixelRect(x: 10, y: -2, width: 30, height: 12), seed: 9)
    let both = try mask.union(other)
    #expect(both.area == PixelRect(x: -3, y: -2, width: 43, height: 24))
    for (x, y) in both.area.grown(by: 1).places {
      #expect(both[x, y] == max(mask[x, y], other[x, y]))
    }
  }

  @Test func aUnionWithNothingIsTheOther() throws {
    let mask = try Mask.noise(area, seed: 8, density: 0.5)
    let nothing = try Mask(area: PixelRect(x: 4_000, y: 4_000, width: 0, height: 0))
    #expect(try mask.union(nothing).isSame(as: mask))
    #expect(try nothing.union(mask).isSame(as: mask))
  }

  @Test func croppedKeepsPlaces() throws {
    let mask = try Mask.noise(area, seed: 10, density: 0.5)
    for other in [
      area.grown(by: 3), area.grown(by: -3), PixelRect(x: 5, y: 0, width: 40, height: 9),
    ] {
      let crop = try mask.cropped(to: other)
      #expect(crop.area == other)
      for (x, y) in other.places {
        #expect(crop[x, y] == mask[x, y])
      }
    }
    #expect(try mask.cropped(to: PixelRect(x: 500, y: 500, width: 4, height: 4)).isBlank)
  }

  @Test func paintsThroughAMask() throws {
    let mask = try Mask.noise(PixelRect(x: 2, y: 3, width: 6, height: 5), seed: 12, density: 0.8)
    let raster = try drawn(20, 20, scale: 2) {
      try $0.fill(mask, scale: 2, with: .red, box: .empty)
    }
    for (x, y) in raster.area.places {
      let coverage = Int(mask[x, y])
      #expect(raster[x, y].isNear(Sample(coverage, 0, 0, coverage), within: 0))
    }
  }
}

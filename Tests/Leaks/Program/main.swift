// leakcheck [RENDERS [KIB]]: draws the leak scene, 1,000 times unless said otherwise. `make leaks`
// runs it under valgrind, which sees what is never freed, and alone, where the peak of its memory
// reports what grows: after a tenth of the renders has filled the caches it may rise by KIB.
internal import Glibc
internal import LeakScene
@_spi(Host) internal import ScrimKit

/// The most memory that the process ever held, KiB.
func peak() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss
}

/// Draws the scene with fonts of its own, which are gone when this returns.
func render(times count: Int) throws -> (peak: Int, grown: Int) {
  let scene = LeakScene(library: FontLibrary())
  var before = peak()
  for number in 0..<count {
    if number == count / 10 { before = peak() }
    _ = try scene.render(number)
  }
  return (peak(), peak() - before)
}

let numbers = CommandLine.arguments.dropFirst().compactMap(Int.init)
let count = numbers.first ?? 1000
let memory = try render(times: count)
print("\(count) renders; the peak of memory, \(memory.peak) KiB, rose by \(memory.grown) KiB")
if let limit = numbers.dropFirst().first, memory.grown > limit {
  print("That is more than \(limit) KiB: memory grows.")
  exit(1)
}

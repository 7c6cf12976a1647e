import Glibc
import ScrimKit

/// An effect that draws nothing and does one bad thing.
struct Menace<Act: Misbehaviour>: Effect {
  static var manifest: Manifest {
    Manifest(Act.name, version: "1.0.0", summary: "Does harm, for tests.")
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    Act.commit()
  }
}

/// A bad thing.
protocol Misbehaviour: Sendable {
  static var name: String { get }
  static func commit()
}

enum Segfault: Misbehaviour {
  static let name = "segfault"
  static func commit() { writeNowhere() }
}

enum Abort: Misbehaviour {
  static let name = "abort"
  static func commit() { abort() }
}

enum Loop: Misbehaviour {
  static let name = "loop"
  static func commit() {
    while true { sched_yield() }
  }
}

/// Does not hear the time limit either.
enum Deaf: Misbehaviour {
  static let name = "deaf"
  static func commit() {
    signal(SIGALRM, SIG_IGN)
    _ = alarm(0)
    while true { sched_yield() }
  }
}

/// Cannot hear anything any more.
enum Stopped: Misbehaviour {
  static let name = "stopped"
  static func commit() { raise(SIGSTOP) }
}

/// Takes 10 GiB, and does not look whether it gets them. (All but the first page of each part is left
/// as it is: to fill them takes longer than the driver's time limit.)
enum Hoard: Misbehaviour {
  static let name = "hoard"
  static func commit() {
    let access = PROT_READ | PROT_WRITE
    for _ in 0..<160 {
      memset(mmap(nil, 64 << 20, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 1, 4096)
    }
  }
}

/// Opens what it can and closes nothing.
enum Flood: Misbehaviour {
  static let name = "flood"
  static func commit() {
    while open("/dev/null", O_RDONLY) >= 0 {}
  }
}

/// Leaves a few dozen open, which the next jobs would miss.
enum Leak: Misbehaviour {
  static let name = "leak"
  static func commit() {
    for _ in 0..<100 { _ = open("/dev/null", O_RDONLY) }
  }
}

/// Ends the worker if it gets a second process, and is harmless if it does not.
enum Fork: Misbehaviour {
  static let name = "fork"
  static func commit() {
    // Swift hides fork.
    guard let symbol = dlsym(nil, "fork") else { abort() }
    let fork = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
    switch fork() {
    case -1: break
    case 0: while true { sleep(1) }
    default: abort()
    }
  }
}

/// Ends the worker if it gets memory that no limit counts, and is harmless if it does not: files in
/// memory, and memory that would be shared with a child.
enum Uncounted: Misbehaviour {
  static let name = "uncounted"
  static func commit() {
    guard let symbol = dlsym(nil, "memfd_create") else { abort() }
    let create = unsafeBitCast(
      symbol, to: (@convention(c) (UnsafePointer<CChar>, UInt32) -> Int32).self)
    if create("uncounted", 0) >= 0 { abort() }
    let flags = MAP_SHARED | MAP_ANONYMOUS
    if mmap(nil, 64 << 20, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED { abort() }
  }
}

/// Ends the worker if it gets memory that the kernel counts as a stack, and is harmless if it does not.
enum Stack: Misbehaviour {
  static let name = "stack"
  static func commit() {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN
    if mmap(nil, 64 << 20, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED { abort() }
  }
}

/// Takes 6 GiB in pieces, of which each counts as data only until it is read-only.
enum Freeze: Misbehaviour {
  static let name = "freeze"
  static func commit() {
    for _ in 0..<96 {
      let piece = mmap(nil, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      guard let piece, piece != MAP_FAILED else { abort() }
      for page in stride(from: 0, to: 64 << 20, by: 4096) {
        piece.storeBytes(of: 1, toByteOffset: page, as: UInt8.self)
      }
      mprotect(piece, 64 << 20, PROT_READ)
    }
    sleep(1)
  }
}

/// Takes all threads that there are, at once.
enum Crowd: Misbehaviour {
  static let name = "crowd"
  static func commit() {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 1 << 15)
    for _ in 0..<4096 {
      var thread = pthread_t()
      guard pthread_create(&thread, &attributes, { _ in while true { pause() } }, nil) == 0 else {
        break
      }
    }
    sleep(60)
  }
}

enum Close: Misbehaviour {
  static let name = "close"
  static func commit() {
    for descriptor in 0..<Int32(1024) { close(descriptor) }
  }
}

/// Lets go of all locks, and gives the driver time to look whether one is free.
enum Unlock: Misbehaviour {
  static let name = "unlock"
  static func commit() {
    for descriptor in 0..<Int32(1024) { flock(descriptor, LOCK_UN) }
    sleep(1)
  }
}

/// Writes to all descriptors when its job is long done.
enum Late: Misbehaviour {
  static let name = "late"
  static func commit() {
    later {
      usleep(400_000)
      for _ in 0..<100 {
        usleep(20_000)
        for descriptor in Int32(3)..<1024 { write(descriptor, "late", 4) }
      }
    }
  }
}

/// Crashes while another effect runs.
enum LateSegfault: Misbehaviour {
  static let name = "late-segfault"
  static func commit() {
    later {
      usleep(300_000)
      writeNowhere()
    }
  }
}

enum Quit: Misbehaviour {
  static let name = "quit"
  static func commit() { exit(0) }
}

/// Says that all is done, and ends.
enum Forge: Misbehaviour {
  static let name = "forge"
  static func commit() {
    let message = #"{"type":"rendered","report":{}}"#
    write(3, message, message.utf8.count)
    exit(0)
  }
}

private func writeNowhere() {
  if let nowhere = UnsafeMutableRawPointer(bitPattern: 8) { memset(nowhere, 1, 8) }
}

private func later(_ act: @escaping @convention(c) () -> Void) {
  var thread = pthread_t()
  let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { act in
    if let act { unsafeBitCast(act, to: (@convention(c) () -> Void).self)() }
    return nil
  }
  let argument = unsafeBitCast(act, to: UnsafeMutableRawPointer.self)
  guard pthread_create(&thread, nil, start, argument) == 0 else { abort() }
}

/// Ends the worker if the sandbox is not there before a plugin's first line.
private func tryBeforeAnyJob() {
  if socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0 { abort() }
  // Reading it is allowed, and it has nothing to truncate.
  if open("/dev/null", O_RDONLY | O_TRUNC) >= 0 { abort() }
}

@c(scrim_plugin_Menace)
public func scrimPlugin() -> ScrimPluginHandle {
  tryBeforeAnyJob()
  return export(
    Menace<Segfault>.self, Menace<Abort>.self, Menace<Loop>.self, Menace<Deaf>.self,
    Menace<Stopped>.self, Menace<Hoard>.self, Menace<Flood>.self, Menace<Leak>.self,
    Menace<Fork>.self, Menace<Uncounted>.self, Menace<Stack>.self, Menace<Freeze>.self,
    Menace<Crowd>.self, Menace<Close>.self, Menace<Unlock>.self,
    Menace<Late>.self, Menace<LateSegfault>.self, Menace<Quit>.self, Menace<Forge>.self)
}

import CLinux

/// The CPU of this machine.
package enum Processor {
  /// Whether it supports x86-64-v3: AVX2, BMI, FMA and so on.
  package static var runsX86_64_v3: Bool { scrim_cpu_is_x86_64_v3() == 1 }
}

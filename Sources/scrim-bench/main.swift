/// Measures parts of Scrim by themselves: `scrim-bench reader [FOLDER [SHAPE]]`.
///
/// No test looks at these numbers: they depend on the machine. `make bench-reader` prints them.
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "reader":
  try ReaderBenchmark.run(
    folder: arguments.dropFirst().first, only: arguments.dropFirst(2).first)
default:
  print("Usage: scrim-bench reader [FOLDER [SHAPE]]")
}

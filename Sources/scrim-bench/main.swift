/// Measures parts of Scrim by themselves: `scrim-bench reader [FOLDER [SHAPE]]`, `scrim-bench blur`,
/// `scrim-bench resampling`, `scrim-bench text`, `scrim-bench layout`.
///
/// No test looks at these numbers: they depend on the machine. `make bench-reader` and `make bench`
/// print them.
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "reader":
  try ReaderBenchmark.run(
    folder: arguments.dropFirst().first, only: arguments.dropFirst(2).first)
case "blur":
  try BlurBenchmark().run()
case "resampling":
  try ResamplingBenchmark().run()
case "text":
  try TextBenchmark.run()
case "layout":
  try LayoutBenchmark.run()
default:
  print(
    "Usage: scrim-bench reader [FOLDER [SHAPE]]\n       scrim-bench blur < COMMANDS"
      + "\n       scrim-bench resampling < COMMANDS\n       scrim-bench text"
      + "\n       scrim-bench layout")
}

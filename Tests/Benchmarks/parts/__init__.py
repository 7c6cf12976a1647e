"""The parts of the benchmark of whole jobs. Each is a function that gets the run."""

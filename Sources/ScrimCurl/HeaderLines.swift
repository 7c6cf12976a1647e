/// Calls `body` with a NULL-terminated array of the lines of a request's head as C strings.
package func withHeaderLines<Result>(
  _ lines: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  let strings = lines.map { Array($0.utf8CString) }
  return withPointers(to: strings[...], [], body)
}

private func withPointers<Result>(
  to lines: ArraySlice<[CChar]>, _ pointers: [UnsafePointer<CChar>?],
  _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  guard let first = lines.first else {
    return (pointers + [nil]).withUnsafeBufferPointer { body($0.baseAddress) }
  }
  return first.withUnsafeBufferPointer { line in
    withPointers(to: lines.dropFirst(), pointers + [line.baseAddress], body)
  }
}

/// How results are arranged in `out/`.
package enum OutLayout: String, Sendable, Hashable, CaseIterable {
  /// All in `out/`, which every member of the spool's group reads: for a spool that one account uses.
  case flat
  /// Each owner's in a folder of its own, which no other user reads.
  case byUser = "by-user"
}

/// The daemon stopped because a folder of its spool was replaced. A restart opens the new folders.
struct SpoolReplaced: Error, CustomStringConvertible {
  let folder: String

  var description: String {
    "\(folder) was moved, deleted or replaced while the daemon ran; running jobs have been finished or requeued in "
      + "the old folder."
  }
}

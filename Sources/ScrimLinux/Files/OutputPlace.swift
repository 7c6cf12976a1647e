import SystemPackage

/// Where an output is delivered: a folder, and the name in it.
package struct OutputPlace {
  package let folder: Folder
  package let name: String

  /// Finds the place of an output below the output folder, and creates the folders on its path. None of them is a
  /// link: each is opened in the one above it.
  ///
  /// - Parameters:
  ///   - file: The output's name, such as `small/story.png`.
  ///   - out: The output folder.
  ///   - mode: The permissions of new folders.
  ///   - user: A user who may read, move and delete what is in new folders; `nil` for nobody.
  /// - Throws: ``SystemError``; ENOTDIR where a folder's name is a file's.
  package init(
    of file: String, in out: Folder, mode: UInt32, for user: UInt32? = nil
  ) throws(SystemError) {
    let steps = file.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var folder = out
    for step in steps.dropLast() {
      if try !folder.has(step) {
        do {
          folder = try folder.makeFolder(step, mode: mode)
          if let user { try AccessList.grant(user, AccessList.all, on: folder.descriptor) }
          continue
        } catch {
          // Another job made it meanwhile.
          guard error.code == .fileExists else { throw error }
        }
      }
      folder = try folder.folder(step)
    }
    self.folder = folder
    name = steps.last ?? file
  }

  /// Finds the place of an output that was delivered.
  ///
  /// - Throws: ``SystemError``; ENOENT or ENOTDIR if a folder on its path is missing.
  package init(existing file: String, in out: Folder) throws(SystemError) {
    let steps = file.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var folder = out
    for step in steps.dropLast() { folder = try folder.folder(step) }
    self.folder = folder
    name = steps.last ?? file
  }
}

package import ScrimJSON

/// The files on which a worker's images depend, apart from its program, its plugins and the jobs' own files.
package struct EnvironmentFiles: Sendable, Hashable, JSONRecord {
  /// Paths of the libraries that the program is linked with.
  package let libraries: [String]
  /// Paths of font files, and of files and folders of fontconfig's configuration.
  package let fonts: [String]
  /// Paths of the folders in which fontconfig looks for fonts.
  package let folders: [String]

  package init(libraries: [String], fonts: [String], folders: [String]) {
    self.libraries = libraries
    self.fonts = fonts
    self.folders = folders
  }

  package init(fields: FieldReader) throws(FieldError) {
    libraries = try fields.strings("libraries")
    fonts = try fields.strings("fonts")
    folders = try fields.strings("folders")
  }

  package var json: JSON {
    [
      "libraries": .array(libraries.map(JSON.string)), "fonts": .array(fonts.map(JSON.string)),
      "folders": .array(folders.map(JSON.string)),
    ]
  }
}

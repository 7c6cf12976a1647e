package import ScrimJSON

/// The files on which a worker's images depend, apart from its program, its plugins and the jobs' own files.
package struct EnvironmentFiles: Sendable, Hashable, Record {
  /// Paths of the libraries that the program is linked with.
  package var libraries: [String] = []
  /// Paths of font files, and of files and folders of fontconfig's configuration.
  package var fonts: [String] = []
  /// Paths of the folders in which fontconfig looks for fonts.
  package var folders: [String] = []

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("libraries", &libraries)
    try fields.required("fonts", &fonts)
    try fields.required("folders", &folders)
  }
}

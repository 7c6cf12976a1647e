import Glibc
import ScrimDocument
import ScrimLinux

/// What a client may use, and how much.
struct MCPSettings: Sendable {
  /// The folder of templates.
  var templates: Folder?
  /// Where files named by jobs may be; its name is an absolute path without symbolic links.
  var assets: Folder?
  /// Where images may be written.
  var output: Folder?
  /// The permissions of new images.
  var outputMode: UInt32 = 0o600
  var plugins: [String] = []
  var fonts: [String] = []
  /// Calls at once.
  var calls = 1
  /// What a job may cost.
  var limits = RenderLimits()
  /// Bytes of the images, or of the text, in a response.
  var replyBytes = 0

  /// - Throws: ``ToolError`` if there are no templates.
  func templateFolder() throws(ToolError) -> TemplateFolder {
    guard let templates else {
      throw ToolError("there are no templates: scrim mcp was started without --templates.")
    }
    return TemplateFolder(templates, roots: roots(ofTemplates: true))
  }

  /// Where files may be: of a template below its own folder and the assets, of a client's job below the assets.
  func roots(ofTemplates: Bool) -> SourceRoots {
    var roots = SourceRoots(
      allowed: assets.map { [$0.name] } ?? [], files: limits.inputs, fileBytes: limits.inputBytes)
    roots.unpinned =
      "is not fetched: scrim mcp uses only the URLs that sources.json in a template's bundle has."
    if assets == nil, !ofTemplates {
      roots.refusal = "jobs cannot name files: scrim mcp was started without --assets."
    }
    return roots
  }

  /// The folder from which names of files start in a client's job. Without assets none is opened in it.
  func jobFolder() throws(SystemError) -> OwnedDescriptor {
    if let assets { return assets.descriptor }
    return try OwnedDescriptor.openPath("/")
  }

  /// Checks the name of an image.
  ///
  /// - Throws: ``ToolError``.
  func imageName(_ name: String) throws(ToolError) -> String {
    guard output != nil else {
      throw ToolError("file: scrim mcp was started without --out; leave it out to get the image.")
    }
    guard !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= Int(NAME_MAX),
      name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") })
    else {
      throw ToolError("file: expected a name without folders, as in cover.png.")
    }
    return name
  }

  /// Writes an image, whole or not at all. It replaces an image of the same name; a symbolic link is replaced, not
  /// followed.
  ///
  /// - Returns: Its path.
  /// - Throws: `SystemError`.
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    guard let output else { throw ToolError("file: scrim mcp was started without --out.") }
    let part = ".\(RandomName.make(characters: 16)).part"
    let file = try output.open(part, O_WRONLY | O_CREAT | O_EXCL, mode: outputMode)
    do {
      try file.write(bytes, to: name)
      try output.replace(part, to: output, as: name)
    } catch {
      try? output.removeFile(part)
      throw error
    }
    return "\(output.name)/\(name)"
  }
}

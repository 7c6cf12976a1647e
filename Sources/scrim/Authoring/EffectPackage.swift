import FoundationEssentials
import ScrimCommand

/// A package to start an effect or a content from: the SDK's template under another name.
struct EffectPackage {
  enum Kind: String {
    case effect, content
  }

  /// Where the effect or the content is, in the package.
  let source: String
  /// Folders with the files; those of a later one take the place of an earlier one's.
  private let templates: [URL]
  private let words: [(placeholder: String, word: String)]

  /// - Parameters:
  ///   - kind: Of which it is.
  ///   - name: What jobs call it.
  ///   - sdk: The folder of the SDK.
  /// - Throws: A ``Failure`` when the name is none for an effect or a content.
  init(_ kind: Kind, name: String, sdk: String) throws {
    guard Self.isName(name) else {
      let nearest = Self.nearest(to: name)
      throw Failure(
        .dataError,
        "\"\(name)\" is not \(kind == .effect ? "an effect" : "a content") name: use lower-case letters and "
          + "digits, words joined by \"-\", such as "
          + "\"\(nearest)\".")
    }
    let parts = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    // Never the name of a type or module of the SDK or of Swift.
    let suffix = kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst()
    let type = (parts.last == suffix ? parts : parts + [suffix]).joined()
    templates = (kind == .effect ? ["Template"] : ["Template", "ContentTemplate"]).map {
      URL(filePath: sdk).appending(path: $0)
    }
    source = "Sources/\(type)/\(type).swift"
    let literal = sdk.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    words = [
      ("MyEffect", type), ("my-effect", name), ("MyContent", type), ("my-content", name),
      ("\"/usr/share/scrim/ScrimKit\"", "\"\(literal)\""),
    ]
  }

  /// Writes the package.
  ///
  /// - Parameter folder: Made if it is missing; must be empty.
  /// - Throws: A ``Failure`` if there is something in the folder, or if it can't be written.
  func write(to folder: String) throws {
    let files = FileManager.default
    do {
      if let names = try? files.contentsOfDirectory(atPath: folder), !names.isEmpty {
        throw Failure(.dataError, "\(folder) is not empty; choose another folder.")
      }
      for template in templates {
        for path in try files.subpathsOfDirectory(atPath: template.path)
        where !path.hasPrefix(".build") {
          let from = template.appending(path: path)
          let to = URL(filePath: folder).appending(path: filled(path))
          var isFolder = false
          guard files.fileExists(atPath: from.path, isDirectory: &isFolder), !isFolder else {
            continue
          }
          try files.createDirectory(
            at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
          try Data(filled(try String(contentsOf: from, encoding: .utf8)).utf8).write(to: to)
        }
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.io, "\(folder) cannot be written: \(error).")
    }
  }

  private func filled(_ text: String) -> String {
    words.reduce(text) { $0.replacing($1.placeholder, with: $1.word) }
  }

  private static func isName(_ name: String) -> Bool {
    name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil
  }

  /// The name that was meant: `FilmGrain` and `film grain` are `film-grain`.
  private static func nearest(to name: String) -> String {
    let spaced = name.reduce(into: "") { text, letter in
      if letter.isUppercase, text.last?.isLowercase == true { text.append("-") }
      text.append(letter)
    }
    let parts = spaced.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      .drop { $0.first?.isNumber == true }
    return parts.isEmpty ? "film-grain" : parts.joined(separator: "-")
  }
}

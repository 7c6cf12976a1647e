import ScrimDocument
import ScrimJSON
import ScrimLinux

/// The digests of a job's files and of the keys of its document and layers, so that a later rendering can name what
/// has changed.
///
/// Whoever reads a report can try out words against a digest. A layer of which something is not shown has none
/// therefore, and neither have the files that it names.
struct InputDigests {
  private let document: Node
  private let hashing: Hashing
  /// By the names in the document.
  private let files: [String: String]
  /// The first place of each file's name.
  private let places: [String: String]

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - document: The job.
  ///   - sources: The files that could be opened, by their names in the document.
  ///   - hashing: Computes the digests.
  init(_ document: Node, _ sources: [(name: String, file: OwnedDescriptor)], _ hashing: Hashing) {
    self.document = document
    self.hashing = hashing
    places = document.sources.reduce(into: [:]) { $0[$1.name] = $1.path.pointer }
    // The worker reports a file that cannot be read.
    files = sources.reduce(into: [:]) { $0[$1.name] = try? hashing.open($1.file) }
  }

  /// Those of everything that is shown as a whole, by JSON Pointer.
  ///
  /// - Parameter concealing: The layers of which something is not shown, by JSON Pointer.
  /// - Returns: 64 hexadecimal digits each.
  func digests(besides concealing: [String]) -> [String: String] {
    var digests: [String: String] = [:]
    // The files that are named in what has a digest.
    var shown = Set((document[SourceName.fontsKey]?.array ?? []).compactMap(\.string))
    func add(_ path: [PathElement], _ bytes: [UInt8]) {
      digests[path.pointer] = try? hashing.bytes(bytes)
    }
    for member in document.object ?? []
    where !member.isAnnotation && !Self.others.contains(member.key) {
      add([.key(member.key)], canonical(member.value, &shown).bytes())
    }
    let concealed = Set(concealing)
    func visit(_ layers: Node?, at path: [PathElement]) {
      for (index, layer) in (layers?.array ?? []).enumerated() {
        let place = path + [.key("layers"), .index(index)]
        guard !concealed.contains(place.pointer) else { continue }
        let used = (layer["use"]?.array ?? [layer["use"]].compactMap(\.self)).compactMap(\.string)
        let styles = used.compactMap { document["styles"]?[$0] }
        add(
          place,
          ([layer] + styles).flatMap { canonical($0, besides: "layers", &shown).bytes() + [0] })
        visit(layer["layers"], at: place)
      }
    }
    visit(document["layers"], at: [])
    let hidden = hiddenFiles(of: concealing)
    for source in document.sources
    where shown.contains(source.name) && !hidden.contains(source.name) {
      digests[source.path.pointer] = files[source.name]
    }
    return digests
  }

  /// The keys that layers have instead, and those on which no pixel depends.
  private static let others: Set = ["layers", "styles", "assets", "environment", "seed"]

  /// The files of concealing layers, and of all styles if there are such layers.
  private func hiddenFiles(of concealing: [String]) -> Set<String> {
    guard !concealing.isEmpty else { return [] }
    let layers = concealing.compactMap { [PathElement](pointer: $0).flatMap { document[$0] } }
    return Set((layers + [document["styles"]].compactMap(\.self)).flatMap(\.sources).map(\.name))
  }

  /// A value without annotations and switched-off effects, and with the first place of a file's name instead of the
  /// name: a file has a digest of its own.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - key: A key of it that is left out.
  ///   - names: Receives the names of files.
  /// - Returns: The value.
  private func canonical(
    _ node: Node, besides key: String? = nil, _ names: inout Set<String>
  ) -> JSON {
    switch node.value {
    case .object(let members):
      var kept: [JSON.Member] = []
      for member in members where !member.isAnnotation && member.key != key {
        if member.key == "source", let name = member.value.string, let place = places[name] {
          names.insert(name)
          kept.append(JSON.Member(member.key, .string(place)))
        } else {
          kept.append(JSON.Member(member.key, canonical(member.value, &names)))
        }
      }
      return .object(kept)
    case .array(let items):
      var kept: [JSON] = []
      for item in items where item["effect"] == nil || item["enabled"]?.boolean != false {
        kept.append(canonical(item, &names))
      }
      return .array(kept)
    default: return JSON(node)
    }
  }
}

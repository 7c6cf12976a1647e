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
    func add(_ path: [PathElement], _ bytes: [UInt8]) {
      digests[path.pointer] = try? hashing.bytes(bytes)
    }
    for member in document.object ?? []
    where !member.isAnnotation && !Self.others.contains(member.key) {
      add([.key(member.key)], canonical(member.value).bytes())
    }
    let concealed = Set(concealing)
    func visit(_ layers: Node?, at path: [PathElement]) {
      for (index, layer) in (layers?.array ?? []).enumerated() {
        let place = path + [.key("layers"), .index(index)]
        guard !concealed.contains(place.pointer) else { continue }
        let used = (layer["use"]?.array ?? [layer["use"]].compactMap(\.self)).compactMap(\.string)
        let styles = used.compactMap { document["styles"]?[$0] }
        add(
          place, ([layer] + styles).flatMap { canonical($0, besides: "layers").bytes() + [0] })
        visit(layer["layers"], at: place)
      }
    }
    visit(document["layers"], at: [])
    let hidden = hiddenFiles(of: concealing)
    for source in document.sources where !hidden.contains(source.name) {
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

  /// A value without annotations, and with the first place of a file's name instead of the name: a file has a digest of
  /// its own.
  private func canonical(_ node: Node, besides key: String? = nil) -> JSON {
    switch node.value {
    case .object(let members):
      .object(
        members.filter { !$0.isAnnotation && $0.key != key }.map { member in
          let place = member.key == "source" ? member.value.string.flatMap { places[$0] } : nil
          return JSON.Member(member.key, place.map(JSON.string) ?? canonical(member.value))
        })
    case .array(let items): .array(items.map { canonical($0) })
    default: JSON(node)
    }
  }
}

/// The families of a job's own fonts.
///
/// Each has a private name, so that fontconfig cannot merge it with an installed family; texts and reports use the
/// public one.
struct PrivateFamilies {
  /// By the public name in lowercase.
  private var privateNames: [String: String] = [:]
  private var publicNames: [String: String] = [:]

  /// Whether the job has no fonts of its own.
  var isEmpty: Bool { privateNames.isEmpty }

  /// The public names.
  var names: [String] { Array(publicNames.values) }

  /// The private name for a public one, which is new unless another font has it too.
  mutating func insert(_ name: String) -> String {
    if let known = privateNames[name.lowercased()] { return known }
    let privateName = "ScrimJobFont\(privateNames.count)"
    privateNames[name.lowercased()] = privateName
    publicNames[privateName] = name
    return privateName
  }

  func contains(_ name: String) -> Bool { privateNames[name.lowercased()] != nil }

  /// The name of a family for Pango: private if the job brings it along.
  func privateName(of name: String) -> String { privateNames[name.lowercased()] ?? name }

  /// The name of a family for people.
  func publicName(of name: String) -> String { publicNames[name] ?? name }

  /// Rules of fontconfig by which the public names stand for the private ones, for what knows nothing of these.
  var rules: String {
    let rules = publicNames.map { privateName, name in
      let escaped = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      return "<match target=\"pattern\"><test name=\"family\"><string>\(escaped)</string></test>"
        + "<edit name=\"family\" mode=\"assign\" binding=\"strong\"><string>\(privateName)</string></edit></match>"
    }
    return "<fontconfig>\(rules.sorted().joined())</fontconfig>"
  }

  /// The same for a list with commas.
  func privateNames(inList list: String) -> String {
    isEmpty
      ? list : FontFamilies.names(inList: list).map(privateName).joined(separator: ",")
  }
}

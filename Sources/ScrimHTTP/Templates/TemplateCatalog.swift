package import ScrimLinux
import Synchronization

/// The installed templates. A look finds those that were added or removed.
package final class TemplateCatalog: Sendable {
  private struct State {
    var templates: [TemplateVersion: InstalledTemplate] = [:]
    /// What was wrong with each folder at the last look.
    var unusable: [String: String] = [:]
  }

  /// What a look found.
  package struct Changes: Sendable, Hashable {
    package var added: [TemplateVersion] = []
    package var removed: [TemplateVersion] = []
    /// Folders that cannot be used, with the reasons, once each.
    package var unusable: [String: String] = [:]

    package init() {}
  }

  private let path: String
  private let state = Mutex(State())

  /// - Parameter path: The templates folder.
  package init(at path: String) {
    self.path = path
  }

  package subscript(version: TemplateVersion) -> InstalledTemplate? {
    state.withLock { $0.templates[version] }
  }

  /// By name and version.
  package var all: [InstalledTemplate] {
    state.withLock { Array($0.templates.values) }.sorted { "\($0.version)" < "\($1.version)" }
  }

  /// Reads the templates that are new, and forgets those that are gone. Hidden folders are left out: a template is
  /// installed by renaming.
  ///
  /// - Throws: `SystemError` if the folder cannot be read; what was known remains.
  package func look() throws(SystemError) -> Changes {
    let folder = try Folder.open(path: path)
    let names = try folder.names().filter { !$0.hasPrefix(".") }
    let known = state.withLock { $0.templates }
    var next: [TemplateVersion: InstalledTemplate] = [:]
    var (changes, unusable): (Changes, [String: String]) = (Changes(), [:])
    for name in names {
      guard let version = TemplateVersion(name) else {
        unusable[name] = "the name must be \(TemplateVersion.expectation)"
        continue
      }
      if let template = known[version], (try? template.folder.isStill(name, in: folder)) == true,
        template.isUnchanged
      {
        next[version] = template
        continue
      }
      do throws(InstalledTemplate.Unusable) {
        next[version] = try InstalledTemplate(version, in: folder)
        changes.added.append(version)
      } catch {
        unusable[name] = error.reason
      }
    }
    changes.removed = known.keys.filter { next[$0] == nil }
    state.withLock { state in
      state.templates = next
      changes.unusable = unusable.filter { state.unusable[$0.key] != $0.value }
      state.unusable = unusable
    }
    return changes
  }
}

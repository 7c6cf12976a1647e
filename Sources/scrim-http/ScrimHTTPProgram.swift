import ArgumentParser
import ScrimHTTP
import ScrimRecords
package import ScrimService

/// Answers signed links with images: templates that are installed here, rendered by sandboxed workers. With a spool it
/// takes jobs by `POST`, too.
///
/// It evaluates no template, decodes no image and loads no plugin. It listens on the loopback interface or a Unix
/// socket, behind a proxy that has TLS.
@main
struct ScrimHTTPProgram: ParsableCommand {
  static let release = Release.number

  static let configuration = CommandConfiguration(
    commandName: "scrim-http",
    abstract: "Answers signed links with rendered images.",
    discussion: """
      A link names an installed template and the values of its inputs, and is signed by a key of \
      /etc/scrim/http.toml. The image is rendered once and kept; the same link is answered from memory or disk after \
      that. With a spool, POST /jobs submits jobs. On SIGTERM requests in progress are answered; \
      SIGHUP reads keys, limits and templates anew.
      """,
    version: release,
    subcommands: [
      RunCommand.self, SignCommand.self, InstallCommand.self, CheckQueueCommand.self,
    ],
    defaultSubcommand: RunCommand.self)
}

extension HTTPConfiguration: ServiceConfiguration {
  package static let program = LoggingProgram(name: "scrim-http", messageIDs: [:])
}

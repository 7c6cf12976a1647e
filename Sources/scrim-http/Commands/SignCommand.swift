import ArgumentParser
import ScrimCommand
import ScrimHTTP
import ScrimJSON
import ScrimLinux
import ScrimService

struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Prints the signed link of an image.",
    discussion: """
      The template must be installed: values are converted to the types of its inputs, as with scrim render --set.

      Examples:
        scrim-http sign card@1 --key shop --set title="Hello"
        scrim-http sign card@1 --key shop --variant og --format jpg --expires +30days --set title="Hello"
      """)

  @OptionGroup var options: ConfigurationOptions<HTTPConfiguration>

  @Argument(help: "Installed template, NAME@VERSION.")
  var template: String

  @Option(help: "Key of the configuration that signs; needed if there are several.")
  var key: String?

  @Option(help: "Variant of the template.")
  var variant: String?

  @Option(help: "png, jpg, webp, pdf or svg.")
  var format = "png"

  @Flag(help: "Sign the link of the image's report, by which scrim verify renders the image again.")
  var report = false

  @Option(
    help: ArgumentHelp(
      "When the link expires: \"2026-11-24 14:30\", \"+30min\" or RFC 3339; default: never.",
      valueName: "time"))
  var expires: String?

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "The value of an input; may be repeated. Of arrays and objects it is JSON.",
      valueName: "input=value"))
  var settings: [String] = []

  @Option(help: "Address before the path, such as https://images.example.com.")
  var base = ""

  func run() throws {
    let configuration = try options.read()
    do {
      let (key, secret) = try signer(configuration)
      guard let format = LinkFormat(ending: format) else {
        throw ValidationError("--format \(format): expected png, jpg, webp, pdf or svg.")
      }
      let installed = try installed(configuration)
      try check(variant, of: installed)
      let payload = LinkPayload(
        inputs: try inputs(of: installed), expiry: try expiry(), key: key.name)
      let link = ImageLink(
        installed.version, variant: variant, payload: payload.encoded, format: format,
        isReport: report)
      print(base + link.signed(by: secret))
    } catch let problem as Problem {
      for error in problem.errors { HTTPConfiguration.program.complain(error.message) }
      throw ExitStatus.dataError.code
    } catch let failure as Failure {
      HTTPConfiguration.program.complain(failure.message)
      throw failure.status.code
    }
  }

  /// The first secret of a file is the one that signs.
  private func signer(
    _ configuration: HTTPConfiguration
  ) throws -> (ServiceKey, LinkSecret) {
    let names = configuration.keys.map(\.name)
    let all = zip(configuration.keys, configuration.secrets)
    let found = all.first { names.count == 1 && key == nil || $0.0.name == key }
    guard let (key, secrets) = found, let secret = secrets.first else {
      let list = names.isEmpty ? "there is none" : names.joined(separator: ", ")
      guard let key else { throw ValidationError("--key is required: one of \(list).") }
      let hint = nearest(to: key, in: names).map { " Did you mean \(quoted($0))?" } ?? ""
      throw ValidationError("--key \(key) is not in the configuration: \(list).\(hint)")
    }
    return (key, secret)
  }

  private func installed(_ configuration: HTTPConfiguration) throws -> InstalledTemplate {
    guard let version = TemplateVersion(template) else {
      throw ValidationError("\(quoted(template)): expected \(TemplateVersion.expectation).")
    }
    do {
      let folder = try Folder.open(path: configuration.templates)
      guard try folder.has("\(version)") else {
        throw Failure(.missing, "\(version) is not installed in \(configuration.templates).")
      }
      return try InstalledTemplate(version, in: folder)
    } catch let error as InstalledTemplate.Unusable {
      throw Failure(.dataError, "\(version): \(error.reason).")
    } catch let error as SystemError {
      throw Failure(.io, "\(error).")
    }
  }

  private func check(_ variant: String?, of template: InstalledTemplate) throws {
    let isValid = variant.map(template.variants.contains) ?? template.variants.isEmpty
    guard isValid else {
      throw ValidationError(
        template.variants.isEmpty
          ? "--variant \(variant ?? ""): the template has no variants."
          : "--variant must be one of \(template.variants.joined(separator: ", ")).")
    }
  }

  private func inputs(of template: InstalledTemplate) throws -> JSON {
    let members = try settings.map { setting -> JSON.Member in
      let name = String(setting.prefix { $0 != "=" })
      guard !name.isEmpty, name.utf8.count < setting.utf8.count else {
        throw ValidationError("--set \(setting): expected INPUT=VALUE, as in --set name=Ada.")
      }
      let text = String(setting.dropFirst(name.count + 1))
      let type = template.declaration(ofInput: name)?["type"]?.string
      return .init(name, try value(text, of: type, name))
    }
    let inputs = JSON.object(members)
    // Names that no input has.
    _ = try template.row(of: inputs)
    return inputs
  }

  private func value(_ text: String, of type: String?, _ name: String) throws -> JSON {
    guard let type, ["number", "integer", "boolean", "array", "object"].contains(type) else {
      return .string(text)
    }
    do {
      return try JSON(parsing: Array(text.utf8))
    } catch {
      throw ValidationError("--set \(name)=\(text): expected a value of type \(type), as in JSON.")
    }
  }

  private func expiry() throws -> Int? {
    guard let expires else { return nil }
    guard let time = LocalTime.planned(expires), time > WallClock.milliseconds else {
      throw ValidationError(
        "--expires \(expires) is not a later time such as \"2026-11-24 14:30\", \"+30min\" or "
          + "\"2026-11-24T09:00:00Z\".")
    }
    return time / 1000
  }
}

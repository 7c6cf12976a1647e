import ScrimJSON
import ScrimProtocol

/// What the page shows of a template: a row of the data, with some inputs set to other values.
struct RowChoice: Sendable, Equatable {
  var row = 1
  /// Texts that are converted by the inputs' types, as `--set` does.
  var settings: [TemplateRequest.Setting] = []

  init() {}

  /// Reads what the page sends: `{"row": 3, "settings": {"name": "Ada"}}`.
  init?(_ json: JSON) {
    guard let row = json["row"]?.integer, row >= 1, let settings = json["settings"]?.object else {
      return nil
    }
    self.row = row
    for member in settings {
      guard let text = member.value.string else { return nil }
      self.settings.append(TemplateRequest.Setting(input: member.key, text: text))
    }
  }
}

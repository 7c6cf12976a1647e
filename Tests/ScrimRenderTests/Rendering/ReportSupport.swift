import ScrimJSON

extension JSON {
  /// The report without its milliseconds, which differ from run to run.
  var withoutTimes: String {
    JSON.object((object ?? []).filter { $0.key != "milliseconds" }).text()
  }
}

package import ScrimJSON

/// As in `scrim status`: hours and bytes, as in the configuration.
extension Retention: Record {
  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("doneHours", hours: &done)
    try fields.required("doneBytes", &doneBytes)
    try fields.required("doneJobs", &doneJobs)
    try fields.required("failedHours", hours: &failed)
    try fields.required("failedBytes", &failedBytes)
    try fields.required("failedJobs", &failedJobs)
    try fields.required("reportsHours", hours: &reports)
    try fields.required("outHours", hours: &out)
    try fields.required("outBytes", &outBytes)
    try fields.required("partialHours", hours: &partial)
  }
}

extension RecordFields {
  fileprivate mutating func required(
    _ key: String, hours time: inout Duration
  ) throws(FieldError) {
    var hours = Int(time.components.seconds / 3600)
    try required(key, &hours)
    if reader != nil { time = .seconds(hours * 3600) }
  }
}

import ScrimDocument
package import ScrimJSON
package import ScrimRecords

/// How a batch ended, in one part or in several.
package struct BatchSummary {
  /// The errors of all reports.
  package private(set) var errors: [Diagnostic] = []
  package private(set) var done = 0
  package private(set) var failed = 0
  package private(set) var skipped = 0
  private var stopped: [String] = []
  private var unusedColumns: [String] = []
  private var notes: DataNotes?
  private let name: String

  /// - Parameters:
  ///   - reports: Those of the parts.
  ///   - name: The batch's.
  package init(_ reports: [JobReport], name: String) {
    self.name = name
    for report in reports {
      errors += report.errors
      if let rows = report.batch?.rows {
        done += rows.done
        failed += rows.failed
        skipped += rows.skipped
      }
      if let reason = report.batch?.stopped, !stopped.contains(reason) {
        stopped.append(reason)
      }
      notes = notes ?? report.batch?.data?.notes
      for column in report.batch?.data?.unusedColumns ?? [] {
        if !unusedColumns.contains(column) { unusedColumns.append(column) }
      }
    }
  }

  /// As `rows` of a report.
  package var json: JSON {
    [
      "total": .integer(done + failed + skipped), "done": .integer(done),
      "failed": .integer(failed), "skipped": .integer(skipped),
    ]
  }

  /// Prints the counts and what else there is to know, but for the errors.
  package func print(to console: Console) {
    console.note("\(done) rendered, \(failed) failed, \(skipped) skipped")
    if failed > 0, errors.count < failed {
      console.note("The errors of all rows are in \(name).rows.jsonl.")
    }
    for reason in stopped { console.note("The batch was \(reason).") }
    for words in notes?.words(takesDelimiter: false) ?? [] {
      console.note("warning: \(words)")
    }
    for column in unusedColumns {
      console.note("warning: no input takes the column \(quoted(column)) of the data.")
    }
  }
}

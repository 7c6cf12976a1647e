import ScrimLinux
import ScrimRecords
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    (1_078_012_800_000, "2004-02-29T00:00:00.000Z"),
    (1_795_483_755_404, "2026-11-24T01:29:15.404Z"),
    (1_735_689_599_000, "2024-12-31T23:59:59.000Z"),
    (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
  ])
  func timesAreWrittenAndRead(_ milliseconds: Int, _ text: String) {
    #expect(Timestamp.text(ofMilliseconds: milliseconds) == text)
    #expect(Timestamp.milliseconds(of: text) == milliseconds)
    #expect(text.utf8.count == Timestamp.length)
  }

  @Test(arguments: [
    ("2026-11-24T02:29:15.4+01:00", 1_795_483_755_400),
    ("2026-11-23t19:59:15-05:30", 1_795_483_755_000),
    ("2026-11-24T01:29:15.4049999z", 1_795_483_755_404),
    // A leap second is the first second of the next minute.
    ("2026-11-24T01:28:60Z", 1_795_483_740_000),
  ])
  func otherFormsOfRFC3339AreRead(_ text: String, _ milliseconds: Int) {
    #expect(Timestamp.milliseconds(of: text) == milliseconds)
  }

  @Test(arguments: [
    "", "2026-11-24", "2026-11-24 01:29:15Z", "2026-11-24T01:29:15", "2026-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z", "2026-11-24T24:00:00Z", "2026-11-24T01:60:00Z", "2026-11-24T01:29:15.Z",
    "2026-11-24T01:29:15+1:00", "2026-11-24T01:29:15+25:00", "2026-11-24T01:29:15ZZ",
    "1999-01-01T00:00:00Z", "2300-01-01T00:00:00Z", "+026-11-24T01:29:15Z",
  ])
  func otherTextsAreNotTimes(_ text: String) {
    #expect(Timestamp.milliseconds(of: text) == nil)
  }
}

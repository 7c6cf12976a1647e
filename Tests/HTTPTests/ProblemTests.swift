import ScrimHTTP
import ScrimJSON
import Testing

/// Problem details of links and of jobs.
@Suite struct ProblemTests {
  private static let error = Diagnostic(code: "refused", message: "no.")

  private static var all: [Problem] {
    get throws {
      let version = try #require(TemplateVersion("card@1"))
      let link = ImageLink(version, variant: "wide", payload: "e30", format: .png)
      return [
        .notFound, .method("GET"), .unauthorized, .forbidden, .badRequest(""), .bodyRefused,
        .requestTimeout, .headTooLarge(1), .stopping, .unavailable("", retryAfter: 1), .signature,
        .expired(""), .payload(error), .unknownTemplate(version), .variant(link, among: []),
        .mediaType(nil), .contentEncoding("gzip"), .bodyTooLarge(1), .wait(1), .idempotencyKey,
        .uploads("shop", limit: 1), .events("shop", limit: 1), .noJobs("shop"),
        .jobRate("shop", limit: 1, retryAfter: 1), .jobs("shop", limit: 1), .unknownJob,
        .jobState(""), .invalidJob([error]), .job([error]), .sources([error]),
        .fetches("shop", limit: 1), .failed(error), .rate("shop", limit: 1, retryAfter: 1),
        .waiting("shop", limit: 1),
      ]
    }
  }

  /// RFC 9457, 3.1.3: a title does not change from one problem of a type to another.
  @Test func eachTypeHasOneTitle() throws {
    for (code, problems) in try Dictionary(grouping: Self.all, by: \.code) {
      let titles = Set(problems.map(\.title))
      #expect(titles.count == 1, "\(code): \(titles.sorted())")
    }
  }

  /// Types that links and jobs share do not name the one or the other.
  @Test func sharedTitlesFitLinksAndJobs() {
    let shared: [Problem] = [
      .unavailable("", retryAfter: 1), .jobs("shop", limit: 1),
      .jobRate("shop", limit: 1, retryAfter: 1), .bodyTooLarge(1), .stopping,
    ]
    #expect(
      shared.map(\.title) == [
        "The service cannot do this now", "Too many requests of the key are not finished",
        "Too many requests of the key in a short time", "The body of the request is too large",
        "The service is stopping",
      ])
    #expect(Problem.jobs("shop", limit: 3).detail == "The key shop may have 3 unfinished jobs.")
    #expect(
      Problem.waiting("shop", limit: 3).detail
        == "3 images of the key shop may wait for a worker.")
  }
}

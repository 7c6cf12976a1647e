import Foundation
import ProgramTesting
import Testing

@Suite struct EndpointHookTests {
  @Test func requestsAreSignedAndCarryTheIdempotencyKey() throws {
    let hooks = try RunningHooks()
    let port = try hooks.startServer()
    try hooks.configure(hooks.endpoint("shop", "https://localhost:\(port)/ok"))
    try hooks.start()
    let id = try hooks.event()
    try hooks.wait(for: "delivery") {
      hooks.text("log").contains("delivered attempt=1 hook=shop id=\(id)")
    }
    let requests = try hooks.requests()
    #expect(requests.count == 1)
    #expect(requests.first?.id == id)
    #expect(requests.first?.key == id)
    #expect(requests.first?.isSigned == true)
    #expect(requests.first?.body == "{\"status\": \"done\", \"job\": \"story\", \"id\": \"\(id)\"}")
    #expect(hooks.isIdle("shop"))
    #expect(hooks.stop() == 0)
  }

  @Test func killsBetweenLoseNoDelivery() throws {
    let hooks = try RunningHooks()
    let port = try hooks.startServer()
    try hooks.configure(
      hooks.endpoint("shop", "https://localhost:\(port)/flaky", "parallel = 4")
        + hooks.endpoint("copy", "https://localhost:\(port)/ok"))
    var ids: Set<String> = []
    for round in 0..<12 {
      for _ in 0..<5 { ids.insert(try hooks.event()) }
      try hooks.start()
      usleep(useconds_t(40_000 + round * 25_000))
      hooks.kill9()
    }
    try hooks.start()
    try hooks.wait(60, for: "all deliveries") { hooks.isIdle("shop", "copy") }
    let requests = try hooks.requests()
    #expect(ids.count == 60)
    #expect(Set(requests.filter { $0.path == "/flaky" && $0.status == 204 }.map(\.id)) == ids)
    #expect(Set(requests.filter { $0.path == "/ok" }.map(\.id)) == ids)
    #expect(requests.allSatisfy { $0.isSigned })
    #expect(hooks.names("state/dead").isEmpty)
    #expect(hooks.stop() == 0)
  }

  @Test func failingDeliveriesAndHooksDelayNoOthers() throws {
    let hooks = try RunningHooks()
    let port = try hooks.startServer()
    try hooks.configure(
      hooks.endpoint("down", "https://localhost:\(port)/down")
        + hooks.endpoint("flaky", "https://localhost:\(port)/flaky", "parallel = 4")
        + hooks.endpoint("poison", "https://localhost:\(port)/poison")
        + hooks.endpoint("shop", "https://localhost:\(port)/ok"))
    for _ in 0..<60 { try hooks.event() }
    let begin = Date.now
    try hooks.start()
    try hooks.wait(30, for: "all deliveries") {
      hooks.names("state/waiting/poison").count == 1 && hooks.isIdle("flaky", "shop")
    }
    let times = try hooks.requests()
    let end = try ["/ok", "/poison", "/flaky"].map { path in
      let last = times.last { $0.path == path && $0.status == 204 }?.time
      return try #require(last) - begin.timeIntervalSince1970
    }
    print("60 reports: ok \(end[0]) s, poison \(end[1]) s, flaky \(end[2]) s")
    // Pauses of the hooks would take at least 60 × .2 s; two failures per report take at most .15 + .3 s.
    #expect(end.allSatisfy { $0 < 8 }, "\(end)")
    #expect(hooks.names("state/waiting/down").count == 60)
  }

  @Test func redirectsAreNotFollowed() throws {
    let hooks = try RunningHooks()
    let port = try hooks.startServer()
    try hooks.configure(hooks.endpoint("shop", "https://localhost:\(port)/redirect"))
    try hooks.start()
    try hooks.event()
    try hooks.wait(for: "a dead letter") { hooks.names("state/dead/shop").count == 2 }
    #expect(
      try hooks.command("list").output.contains("HTTP status 302: redirects are not followed"))
    #expect(try hooks.requests().map(\.path) == ["/redirect"])
  }

  @Test(
    arguments: [
      ("localhost", "127.0.0.1"), ("127.0.0.1", "127.0.0.1"),
      ("[::ffff:127.0.0.1]", "::ffff:127.0.0.1"),
      ("0.0.0.0", "0.0.0.0"), ("[::1]", "::1"), ("2130706433", "127.0.0.1"),
      ("10.1.2.3", "10.1.2.3"),
      ("169.254.169.254", "169.254.169.254"), ("192.168.0.1", "192.168.0.1"),
      ("100.64.0.1", "100.64.0.1"),
      ("[fe80::1]", "fe80::1"), ("[fd00::1]", "fd00::1"), ("[64:ff9b::7f00:1]", "64:ff9b::7f00:1"),
      ("[2002:7f00:1::]", "2002:7f00:1::"),
    ])
  func addressesThatAreNotPublicAreRefused(host: String, address: String) throws {
    let hooks = try RunningHooks()
    let port = try hooks.startServer()
    try hooks.configure(
      hooks.endpoint("shop", "https://\(host):\(port)/ok", "seconds = 5"), allow: "")
    try hooks.start()
    try hooks.event()
    // The name may resolve to ::1 first.
    try hooks.wait(for: "refusal") {
      hooks.text("log").contains(
        "reason=\(address) is not a public address: allow it by network.allow")
        || (host == "localhost"
          && hooks.text("log").contains(
            "reason=::1 is not a public address: allow it by network.allow"))
    }
    #expect(try hooks.requests().isEmpty)
  }

  @Test func certificatesAreVerified() throws {
    let hooks = try RunningHooks()
    let port = try hooks.startServer()
    let declared = hooks.endpoint("shop", "https://localhost:\(port)/ok")
    try hooks.configure(declared.replacing(/ca-file.*/, with: ""))
    try hooks.start()
    try hooks.event()
    try hooks.wait(for: "failure") {
      hooks.text("log").contains("reason=SSL certificate problem: unable to get local issuer")
    }
    #expect(try hooks.requests().isEmpty)
    // A certificate of the right authority, for another name.
    try hooks.configure(
      hooks.endpoint("shop", "https://127.0.0.2:\(port)/ok"), allow: "\"127.0.0.0/8\"")
    hooks.reload()
    try hooks.wait(for: "failure") {
      hooks.text("log").contains("127.0.0.2") || hooks.text("log").contains("connect")
    }
    #expect(try hooks.requests().isEmpty)
  }

  @Test func aSlowServerIsGivenUpAfterTheTimeLimitAndDelaysNoOtherHook() throws {
    let hooks = try RunningHooks()
    let port = try hooks.startServer()
    try hooks.configure(
      hooks.endpoint("slow", "https://localhost:\(port)/slow", "seconds = 1")
        + hooks.endpoint("fast", "https://localhost:\(port)/ok"))
    try hooks.start()
    try hooks.event()
    try hooks.wait(5, for: "the fast one") {
      hooks.text("log").contains("delivered attempt=1 hook=fast")
    }
    try hooks.wait(for: "the time limit") {
      hooks.text("log").contains("delivery failed attempt=1 hook=slow")
        && hooks.text("log").contains("timed out")
    }
    #expect(hooks.names("state/waiting/slow").count == 1)
  }

  @Test func deadLettersAreDeliveredAgainOnRequest() throws {
    let hooks = try RunningHooks()
    let port = try hooks.startServer()
    try hooks.configure(hooks.endpoint("shop", "https://localhost:\(port)/gone"))
    try hooks.start()
    let id = try hooks.event()
    try hooks.wait(for: "a dead letter") {
      hooks.names("state/dead/shop") == ["\(id).json", "\(id).why"]
    }
    try hooks.wait(for: "metrics") {
      hooks.text("hooks.prom").contains("scrim_hooks_dead_letters{hook=\"shop\"} 1\n")
    }
    #expect(
      hooks.text("hooks.prom").contains(
        "scrim_hooks_attempts_total{hook=\"shop\",result=\"dead\"} 1\n"))
    let other = try hooks.command("retry", "17-0-x")
    #expect(other.status == 1)
    #expect(other.errors == "scrim-hooks: 17-0-x: no dead letter of this job.\n")
    #expect(try hooks.command("retry").status == 64)
    try Data().write(to: hooks.folder.appending(path: "server/open"))
    let retried = try hooks.command("retry", id)
    #expect(retried.output == "\(id)  shop\n")
    try hooks.wait(for: "delivery") {
      hooks.text("log").contains("delivered attempt=1 hook=shop id=\(id)")
    }
    #expect(hooks.names("state/dead/shop").isEmpty)
    #expect(hooks.isIdle("shop"))
  }

  @Test func retryAfterIsHonoured() throws {
    let hooks = try RunningHooks()
    let port = try hooks.startServer()
    try hooks.configure(hooks.endpoint("shop", "https://localhost:\(port)/busy"))
    try hooks.start()
    try hooks.event()
    try hooks.wait(for: "delivery") { hooks.text("log").contains("delivered attempt=2 hook=shop") }
    let times = try hooks.requests().map(\.time)
    #expect(times.count == 2)
    #expect((times.last ?? 0) - (times.first ?? 0) >= 1.9)
  }

  @Test func aServerThatIsDownGetsFewRequestsAndTheDeliveryBecomesADeadLetter() throws {
    let hooks = try RunningHooks()
    let port = try hooks.startServer()
    try hooks.configure(hooks.endpoint("shop", "https://localhost:\(port)/down", "parallel = 8"))
    for _ in 0..<50 { try hooks.event() }
    try hooks.start()
    sleep(4)
    // At first up to 8 at once, then one per pause of at most .6 s.
    let count = try hooks.requests().count
    #expect((2...40).contains(count), "\(count)")
    #expect(hooks.names("state/waiting/shop").count == 50)
    let text = hooks.text("hooks.toml").replacing("[network]", with: "give-up-hours = 0\n[network]")
    try Data(text.utf8).write(to: hooks.folder.appending(path: "hooks.toml"))
    hooks.reload()
    try hooks.wait(for: "dead letters") { hooks.names("state/dead/shop").count >= 2 }
  }
}

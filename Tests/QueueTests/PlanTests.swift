import Foundation
import QueueTesting
import ScrimQueue
import Testing

/// With a million finished jobs and many that wait, no statement of a node's reads a whole table.
@Suite struct PlanTests {
  @Test func claimAndCompleteUseIndexesOnly() throws {
    let queue = try TestQueue()
    _ = try queue.psql(
      """
      INSERT INTO scrim.finished (day, id, tenant, name, state, priority, environment, attempt, submitted, failures, report)
        SELECT (now() AT TIME ZONE 'UTC')::date, -n, 'shop', 'x', 'd', 0, '', 1, now(), '[]', '{}'
        FROM generate_series(1, 1000000) n;
      INSERT INTO scrim.jobs (tenant, name, state, document)
        SELECT CASE WHEN n % 10 = 0 THEN 'mill' ELSE 'shop' END, 'x', 'w', '' FROM generate_series(1, 20000) n;
      INSERT INTO scrim.jobs (tenant, name, state, not_before, document)
        SELECT 'shop', 'x', 'd', now() + interval '1 day', '' FROM generate_series(1, 20000) n;
      INSERT INTO scrim.batches (id, tenant, name, parts) SELECT -n, 'shop', 'x', 100 FROM generate_series(1, 20) n;
      INSERT INTO scrim.jobs (tenant, name, state, document, batch, part)
        SELECT 'shop', 'x', 'w', '', -1 - n / 100, n % 100 FROM generate_series(0, 1999) n;
      ANALYZE scrim.batches, scrim.jobs, scrim.finished, scrim.results, scrim.settings;
      """)
    let statements: [(QueueStatement, String)] = [
      (.tenants, ""), (.claim, "('{shop,mill}', 4, 8, '', 'n', 60000)"),
      (
        .complete,
        "('{1,2}', '{1,2}', '{d,d}', '{\"{}\",\"{}\"}', '{1}', '{0}', '{a.png}', '{3}', '{\"\\\\x00\"}')"
      ),
      (.reclaim, ""), (.promote, ""), (.expire, ""), (.giveUp, ""),
    ]
    for (statement, arguments) in statements {
      let plan = try queue.psql(
        """
        SET plan_cache_mode = force_generic_plan;
        PREPARE s AS \(statement.text);
        EXPLAIN (COSTS OFF) EXECUTE s \(arguments)
        """)
      let whole = plan.split(separator: "\n").filter {
        $0.contains("Seq Scan on jobs") || $0.contains("Seq Scan on finished")
          || $0.contains("Seq Scan on results")
      }
      #expect(whole.isEmpty, "\(statement.name):\n\(plan)")
      #expect(plan.contains("Index"), "\(statement.name):\n\(plan)")
    }
    // And they do what they say.
    var node = try queue.node()
    #expect(try node.claim(32).count == 32)
  }
}

import ScrimRecords
import ScrimService
import Synchronization

extension ImageService {
  /// The figures in Prometheus' text format.
  var metrics: String {
    let counters = images.counters.withLock { $0 }
    let counts = images.queue.counts
    var text = MetricsText(prefix: "scrim_http_")
    text.family(
      "answers_total", "counter", "Answers by HTTP status.",
      answers.withLock { $0 }.sorted { $0.key < $1.key }.map {
        ("status=\"\($0.key)\"", Double($0.value))
      }
    )
    text.family(
      "images_total", "counter",
      "Images by where they came from: unchanged at the client, memory, disk, or rendered.",
      ImageCounters.Source.allCases.map {
        ("source=\"\($0.rawValue)\"", Double(counters.images[$0] ?? 0))
      })
    text.family(
      "renders_total", "counter", "Attempts to render an image.", [("", Double(counters.renders))])
    text.family(
      "failed_renders_total", "counter", "Those that gave none.",
      [("", Double(counters.failedRenders))])
    text.family(
      "abandoned_renders_total", "counter",
      "Those that were given up, as no client waited any more.",
      [("", Double(counters.abandonedRenders))])
    text.family(
      "render_seconds_total", "counter", "Time of all attempts.", [("", counters.renderSeconds)])
    text.family(
      "waiting_images", "gauge", "Images that wait for a worker, by key.",
      counts.map { ("key=\"\($0.key)\"", Double($0.waiting)) })
    text.family(
      "rendering_images", "gauge", "Images that are being rendered, by key.",
      counts.map { ("key=\"\($0.key)\"", Double($0.running)) })
    if let unfinished = jobs?.unfinished {
      text.family(
        "unfinished_jobs", "gauge", "Submitted jobs that are not finished, by key.",
        unfinished.sorted { $0.key < $1.key }.map { ("key=\"\($0.key)\"", Double($0.value)) })
    }
    text.gauge("templates", "Installed templates.", catalog.all.count)
    text.family(
      "build_info", "gauge", "The running release; the value is always 1.",
      [("version=\"\(Release.number)\"", 1)])
    return text.text
  }
}

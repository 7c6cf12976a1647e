/// Identifiers of log messages that operators search or alert on, as `journalctl MESSAGE_ID=…` takes them. They never
/// change, even if the words of a message do.
enum MessageID {
  static let all: [String: String] = [
    "started": "3cd317344d9c4ce995865531962dcbcb",
    "stopped": "d0a83bf43ba84e249997992229e34c00",
    "job done": "95d8a892a77e47e8bc109f8932006b6d",
    "job failed": "905c5a32c0ca4d338b7a2d244cdf38fa",
    "job refused": "912570c628a94a448c9602f86981bf5e",
    "job held": "f87424f5bebf43f8b72e83c4dfb30f34",
    "attempt failed": "e5034c765b4548f6802bc023f7ec7d3a",
    "moved to corrupt/": "aac9ad2b0ef443da87fd1256d9dd315b",
    "left in drop/": "8f72b2773fe440fa8a12f686102865dc",
    "intake suspended": "cd1e7d78e9f6419ebf0131ce30e786a7",
    "intake resumed": "9ef2fe31c33e4975b762118342391788",
    "plugins changed": "80d1d3079187454db087315b46d96e7e",
    "worker replaced": "aa90d656d2404c20a3eaef457aaf79e8",
    "paused after a system error": "dc800f79ed9d410980b9ad0ae1166f04",
    "configuration reloaded": "567267b1f59041c589f45e6ceff178d5",
    "configuration not reloaded": "b5d412c514aa47daa7d812c3200f6c1f",
    "a folder of the spool was replaced": "922c3c3de0a44b67a8758a4213d6c041",
    "another release of scrimd is installed": "57649e03e35547528ef05159a208d580",
  ]
}

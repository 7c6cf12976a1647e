import ScrimDocument

extension FetchedSource {
  init(url: String, source: PinnedSource) {
    self.init()
    self.url = url
    self.source = source
  }

  init(url: String, error: FetchError) {
    self.init()
    self.url = url
    source.error = error.reason
  }
}

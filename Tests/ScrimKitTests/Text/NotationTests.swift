@_spi(Host) import ScrimKit
import Testing

/// What is written as OpenType and BCP 47 have it; `Tests/DiagnosticCases` has what is not.
@Suite struct NotationTests {
  @Test(
    arguments: [
      "palt", "palt=1", "palt=0", " palt = 1 ", "+palt", "-liga", "ss01", "ss20=2", "cv99=12",
      "kern on", "kern off", "kern=off", "'palt' 1", "\"liga\" off", "liga=0,-clig , dlig",
      "HOUS=1",
      "jp90,c2sc",
    ])
  func features(list: String) {
    #expect(FontFeatures(list)?.list == list)
  }

  @Test(
    arguments: [
      "pal", "palt1", "ss21", "ss00", "cv00", "liga=-1", "liga=1.5", "liga=123456", "liga =",
      "+liga=1",
      "'palt 1", "'pal' 1", "LIGA", "1234", "palt;liga", "ｐalt", "pa\u{301}lt", "palt\n",
    ])
  func noFeatures(list: String) {
    #expect(FontFeatures(list) == nil)
  }

  @Test(
    arguments: [
      "ja", "JA", "zh-Hans", "zh-hant-TW", "pt-BR", "es-419", "sl-rozaj-biske", "de-1996", "haw",
      "zh-yue", "ar-EG-u-nu-latn", "en-x-scrim", "und",
    ])
  func languages(tag: String) {
    #expect(LanguageTag(tag)?.tag == tag)
  }

  @Test(
    arguments: [
      "j", "xx", "jp", "jpn", "english", "ja-", "-ja", "ja--JP", "ja_JP", "ja-JP-JP",
      "zh-Hans-Hant",
      "en-u", "en-x", "x-scrim", "ja JP", "日本", "ja-abcdefghi", "en-1234567890",
    ])
  func noLanguages(tag: String) {
    #expect(LanguageTag(tag) == nil)
  }
}

import DiagnosticCases
import ScrimJSON
import ScrimJob
import Testing

/// Jobs that are broken at random, always the same ones: reading them reports positions and never traps.
@Suite struct BrokenJobTests {
  private static let whole = """
    {"scrim": 1, "canvas": {"width": 100, "height": 50.5, "scale": 2, "background": "#101014"},
     "layers": [
       {"id": "a", "image": {"source": "a.png", "fit": "cover", "position": ["50%", 0]}},
       {"id": "b", "frame": {"x": "5%", "below": "#a/ink", "gap": -4, "width": 90},
        "text": {"string": "猫\\u00e9", "font": ["A", "B"], "size": 12.5, "maxLines": 2},
        "padding": [1, 2, 3, 4], "cornerRadius": "50%", "opacity": 0.5, "visible": false,
        "effects": [{"effect": "drop-shadow", "sigma": 1e1, "color": "rgb(1 2 3 / 50%)"},
                    {"effect": "test-frame", "around": "#b/line/0", "targets": [{"at": "#a"}]}]},
       {"layers": [{"fill": {"linear": {"angle": 90, "stops": [["#f00", 0], ["#00f", 1]]}}},
                   {"mask": {"of": "#b", "mode": "alpha"}, "rotate": -30, "blend": "screen"}]}],
     "output": [{"file": "a/b.jpg", "quality": 80}, {"file": "c.png", "compression": "small"}],
     "seed": 7, "assets": "x"}
    """

  private static let pieces = [
    "null", "true", "-1", "1e308", "-1e308", "1e-400", "9223372036854775808", "\"\"", "\"#a\"",
    "\"-1e999%\"", "\"nan%\"", "\"#a/line/99999999999999999999\"", "\"rgb(1 2 3 / 1e5)\"", "[]",
    "{}", "[[]]", "\"\\u0000\"", "\u{0}", "\"\\ud83d\"", "]", ",",
  ].map { Array($0.utf8) }

  @Test func theWholeJobIsRight() {
    #expect(JobSample.messages(Self.whole) == [])
  }

  @Test func brokenOnesAreToldAtAPlace() {
    let whole = Array(Self.whole.utf8)
    let starts = whole.indices.filter { [0x3A, 0x5B, 0x2C].contains(whole[$0]) }
    for start in starts {
      // From behind a colon, bracket or comma up to the end of a plain value.
      let end = whole[(start + 1)...].firstIndex { [0x2C, 0x7D, 0x5D].contains($0) } ?? start + 1
      for piece in Self.pieces {
        let broken = whole[...start] + piece + whole[end...]
        do throws(JobDiagnostics) {
          _ = try JobSample.read(String(decoding: broken, as: UTF8.self))
        } catch {
          #expect(!error.diagnostics.isEmpty)
          for diagnostic in error.diagnostics {
            #expect(diagnostic.position != nil)
            #expect(diagnostic.message.hasSuffix(".") || diagnostic.message.hasSuffix("?"))
          }
        }
      }
    }
  }
}

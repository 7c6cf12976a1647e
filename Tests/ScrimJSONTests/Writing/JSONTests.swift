import ScrimJSON
import Testing

/// Plain JSON: what is written, and that it reads back the same.
@Suite struct JSONTests {
  private let sample: JSON = [
    "file": "a\"b\\c\n\u{1}/猫😀", "width": 1080, "scale": 0.1, "none": nil, "on": true,
    "frame": [0, 1.5, -2], "lines": [[1, 2], [3]], "empty": [], "nothing": [:],
  ]

  @Test func textIsCompact() {
    #expect(
      sample.text() == #"{"file":"a\"b\\c\n\u0001/猫😀","width":1080,"scale":0.1,"none":null,"#
        + #""on":true,"frame":[0,1.5,-2],"lines":[[1,2],[3]],"empty":[],"nothing":{}}"#)
  }

  @Test func prettyTextKeepsPlainListsInOneLine() {
    let json: JSON = [
      "frame": [0, 1.5, -2], "lines": [[1, 2], [3]], "nothing": [:], "a": ["b": 1],
    ]
    #expect(
      json.text(pretty: true) == """
        {
          "frame": [0, 1.5, -2],
          "lines": [
            [1, 2],
            [3]
          ],
          "nothing": {},
          "a": {
            "b": 1
          }
        }
        """)
  }

  @Test func whatIsWrittenReadsBack() throws {
    #expect(try JSON(parsing: sample.bytes()) == sample)
    #expect(try JSON(parsing: sample.bytes(pretty: true)) == sample)
  }

  @Test(arguments: [
    (3.0, "3"), (-0.0, "0"), (0.1, "0.1"), (1e20, "1e+20"), (.leastNonzeroMagnitude, "5e-324"),
    (.infinity, "null"),
    (.nan, "null"), (0.30000000000000004, "0.30000000000000004"),
  ])
  func numbersAreShortest(number: Double, expected: String) {
    #expect(JSON.number(number).text() == expected)
  }

  @Test func integersAreExact() throws {
    let json = try JSON(parsing: Array("[9007199254740993, 1.0, 1e2]".utf8))
    #expect(json == [9_007_199_254_740_993, 1.0, 100.0])
    #expect(json.text() == "[9007199254740993,1,100]")
    #expect(json.array?[2].integer == 100)
    #expect(json.array?[0].number == 9_007_199_254_740_992)
  }

  @Test func accessorsLookInside() {
    #expect(sample["width"]?.integer == 1080)
    #expect(sample["on"]?.boolean == true)
    #expect(sample["none"] == .null)
    #expect(sample["absent"] == nil)
    #expect(sample["frame"]?.array?.count == 3)
    #expect(sample["scale"]?.number == 0.1)
    #expect(sample["nothing"]?.object?.isEmpty == true)
  }
}

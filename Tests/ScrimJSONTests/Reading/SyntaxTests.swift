import ScrimJSON
import Testing

/// The words of every error of syntax.
@Suite struct SyntaxTests {
  private func message(_ bytes: [UInt8]) -> String? {
    do throws(Diagnostic) {
      _ = try Node.parse(bytes)
      return nil
    } catch {
      return error.text(file: "x.json")
    }
  }

  @Test(arguments: [
    ("", "x.json:1:1: the document is empty."),
    (" \n", "x.json:2:1: the document is empty."),
    ("\u{FEFF}", "x.json:1:1: the document is empty."),
    ("\u{FEFF}{} x", #"x.json:1:4: expected the end of the document, found "x"."#),
    ("\u{FEFF}\u{FEFF}{}", "x.json:1:1: expected a value, found U+FEFF."),
    ("{} x", #"x.json:1:4: expected the end of the document, found "x"."#),
    ("{}}", "x.json:1:3: expected the end of the document, found }."),
    (#"{"a": 1 "b": 2}"#, "x.json:1:9: expected a comma or }, found a string."),
    (#"{"a": 1]"#, "x.json:1:8: expected a comma or }, found ]."),
    (#"{"a": 1"#, "x.json:1:8: expected a comma or }, found the end of the document."),
    ("[1 2]", "x.json:1:4: expected a comma or ], found a number."),
    ("[1,]", "x.json:1:4: expected a value after the comma, found ]."),
    ("[,]", "x.json:1:2: expected a value, found ,."),
    ("[1", "x.json:1:3: expected a comma or ], found the end of the document."),
    (#"{"a": 1,}"#, "x.json:1:9: expected a key after the comma, found }."),
    ("{a: 1}", #"x.json:1:2: expected a key in double quotes, found "a"."#),
    ("{'a': 1}", "x.json:1:2: a key needs double quotes, not single quotes."),
    ("{// x\n}", "x.json:1:2: JSON has no comments; write a key that begins with // instead."),
    (#"{"a" 1}"#, "x.json:1:6: expected a colon after the key, found a number."),
    (#"{"a":}"#, "x.json:1:6: expected a value, found }."),
    ("['a']", "x.json:1:2: a string needs double quotes, not single quotes."),
    ("[True]", #"x.json:1:2: expected a value, found "True". Did you mean true?"#),
    ("[None]", #"x.json:1:2: expected a value, found "None". Did you mean null?"#),
    ("[nul]", #"x.json:1:2: expected a value, found "nul". Did you mean null?"#),
    ("[trve]", #"x.json:1:2: expected a value, found "trve". Did you mean true?"#),
    ("[yes]", #"x.json:1:2: expected a value, found "yes"."#),
    ("[NaN]", "x.json:1:2: NaN is not a number in JSON."),
    (
      "[1, /* two */ 2]",
      "x.json:1:5: JSON has no comments; write a key that begins with // instead."
    ),
    ("[.5]", "x.json:1:2: a number begins with a digit: write 0 before the decimal point."),
    ("[+5]", "x.json:1:2: a number has no plus sign in JSON."),
    ("[-]", "x.json:1:3: expected a digit after the minus sign, found ]."),
    ("[-01]", "x.json:1:2: a number has no leading zeros in JSON."),
    ("[1.]", "x.json:1:4: expected a digit after the decimal point, found ]."),
    ("[1e+]", "x.json:1:5: expected a digit in the exponent, found ]."),
    ("[0x1F]", #"x.json:1:3: expected a comma or ], found "x1F"."#),
    ("[1e999]", "x.json:1:2: 1e999 is too large for a number."),
    (
      #"["abc]"#,
      "x.json:1:2: the string is not closed: expected \" before the end of the document."
    ),
    (
      "[\"ab\nc\"]",
      "x.json:1:2: the string is not closed on this line; write a line break inside a string as \\n."
    ),
    ("[\"ab\tc\"]", "x.json:1:5: write a tab inside a string as \\t."),
    ("[\"ab\u{1}c\"]", "x.json:1:5: write this control character inside a string as \\u0001."),
    (#"["C:\dir"]"#, #"x.json:1:5: unknown escape sequence in a string; write a backslash as \\."#),
    (#"["\u12g4"]"#, #"x.json:1:3: \u must be followed by four hexadecimal digits."#),
    (#"["猫\ud83d x"]"#, #"x.json:1:4: unpaired surrogate: \ud83d is not a character."#),
    (#"["\ude00"]"#, #"x.json:1:3: unpaired surrogate: \ude00 is not a character."#),
    (#"["\ud83d\u0041"]"#, #"x.json:1:3: unpaired surrogate: \ud83d is not a character."#),
    ("[\u{A0}1]", "x.json:1:2: expected a value, found U+00A0."),
    ("[1;2]", "x.json:1:3: expected a comma or ], found ;."),
    (#"{"a": 1, "a": 2}"#, #"x.json:1:10: a: the key "a" is given twice; the first is on line 1."#),
  ])
  func diagnostic(text: String, expected: String) {
    #expect(message(Array(text.utf8)) == expected)
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE7, 0x8C], [0xFF],
    ] as [[UInt8]])
  func bytesThatAreNoUTF8AreRefused(bytes: [UInt8]) {
    let text = [0x5B, 0x22, 0x61] + bytes + [0x22, 0x5D]
    #expect(message(text) == "x.json:1:4: invalid UTF-8.")
  }

  @Test func strayBytesOutsideStringsAreNamed() {
    #expect(
      message([0x5B, 0xFF]) == "x.json:1:2: expected a value, found invalid UTF-8.")
  }
}

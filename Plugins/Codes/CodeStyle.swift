import ScrimKit

/// Colours of a code, and what happens if it cannot be read.
public struct CodeStyle: ParameterRecord {
  @Parameter("Colour or gradient of the dark modules; a gradient's box is the frame")
  public var color = Paint.black
  @Parameter("Colour or gradient behind them, with the quiet zone; fills the frame")
  public var background = Paint.color(Color(red: 1, green: 1, blue: 1))
  @Parameter(
    "Free space around the code, in modules; by default what its standard asks for", in: 0...100)
  public var quietZone: Int? = nil
  @Parameter("What happens if the code cannot be read in the finished image")
  public var verify = ReadableCode.Verification.error

  public init() {}
}

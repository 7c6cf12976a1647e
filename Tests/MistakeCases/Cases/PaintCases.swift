extension MistakeCases {
  /// What can be wrong with fills: colours and gradients.
  static let paint: [MistakeCase] = [
    .layer(
      "fill-not-hexadecimal", ##""fill": "#ggg""##,
      ##"invalid-value at 2:10: layers[0].fill: "#ggg" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
    ),
    .layer(
      "fill-misspelt", #""fill": "navvy""#,
      ##"invalid-value at 2:10: layers[0].fill: "navvy" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "navy"?"##
    ),
    .layer(
      "stops-out-of-order", schemaSees: false,
      ##""fill": {"linear": {"angle": 90, "stops": [["#f00", 0.5], ["#00f", 0.2]]}}"##,
      "out-of-range at 2:69: layers[0].fill.linear.stops[1][1]: 0.2 is less than 0.5, the stop before it."
    ),
    .layer(
      "stop-offset-too-large", ##""fill": {"linear": {"stops": [["#f00", 0], ["#00f", 2]]}}"##,
      "out-of-range at 2:54: layers[0].fill.linear.stops[1][1]: 2 is outside 0…1."),
    .layer(
      "stops-only-one", ##""fill": {"radial": {"stops": [["#f00", 0]]}}"##,
      ##"wrong-type at 2:31: layers[0].fill.radial.stops: expected at least two stops, such as [["#f00", 0], ["#00f", 1]]."##
    ),
  ]
}

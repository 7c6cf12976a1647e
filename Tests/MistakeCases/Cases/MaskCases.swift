extension MistakeCases {
  /// What can be wrong with masks.
  static let mask: [MistakeCase] = [
    .layer(
      "mask-empty", #""mask": {}"#,
      #"missing-key at 2:10: layers[0].mask: "source", "of" or "fill" is missing."#),
    .layer(
      "mask-twice", ##""mask": {"source": "m.png", "fill": "#fff"}"##,
      #"conflict at 2:38: layers[0].mask.fill: "fill" cannot stand beside "source"."#),
    .layer(
      "mask-mode-and-invert", #""mask": {"source": "m.png", "mode": "alhpa", "invert": 1}"#,
      #"invalid-value at 2:38: layers[0].mask.mode: "alhpa" is not one of "alpha", "luminance". Did you mean "alpha"?"#,
      "wrong-type at 2:57: layers[0].mask.invert: expected true or false, found 1."),
  ]
}

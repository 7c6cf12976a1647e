/// The keys that every effect has beside its parameters.
enum EffectFormat {
  static let enabled = Key.value(
    "enabled", "Whether the effect is applied; its parameters are checked in either case", Bool.self
  ).defaulting(to: true)
}

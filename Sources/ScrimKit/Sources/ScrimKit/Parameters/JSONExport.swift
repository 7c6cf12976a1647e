/// Exports JSON values and paths with ScrimKit, so that effects need only one import.
@_exported public import ScrimJSON

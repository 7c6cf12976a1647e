/// Effects see JSON values and paths through ScrimKit: one import is enough.
@_exported public import ScrimJSON

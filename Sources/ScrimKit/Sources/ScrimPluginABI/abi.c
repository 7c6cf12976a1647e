#include "scrim_plugin_abi.h"

/* Written into every object that links this target, and read from the file before it is loaded:
   the C++ ABI of Swift values is fixed only for one compiler and one set of ScrimKit sources. */
struct build_note {
  uint32_t name_size, description_size, type;
  char name[8];
  uint32_t interface;
  char compiler[(sizeof(__clang_version__) + 3) & ~3u];
};

__attribute__((section(".note.scrim"), used, retain, aligned(4), visibility("hidden")))
const struct build_note scrim_build_note = {
    6,       sizeof(struct build_note) - 20, SCRIM_NOTE_BUILD,
    "scrim", SCRIM_PLUGIN_INTERFACE,         __clang_version__,
};

__attribute__((visibility("hidden"))) uint32_t scrim_plugin_interface(void) {
  return SCRIM_PLUGIN_INTERFACE;
}

__attribute__((visibility("hidden"))) const char *scrim_plugin_compiler(void) {
  return scrim_build_note.compiler;
}

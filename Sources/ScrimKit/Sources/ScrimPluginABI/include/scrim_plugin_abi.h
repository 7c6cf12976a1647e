#ifndef SCRIM_PLUGIN_ABI_H
#define SCRIM_PLUGIN_ABI_H

#include <stdint.h>

/* The plugin interface that this build of ScrimKit speaks. Raise it when the meaning of an entry
   point or of a note changes; changed Swift declarations are caught by the interface hash. */
#define SCRIM_PLUGIN_INTERFACE 2u

/* Types of the ELF notes named "scrim". */
#define SCRIM_NOTE_BUILD 0x5343524du /* uint32_t interface, then the compiler as a C string */
#define SCRIM_NOTE_HASH 0x53435248u  /* uint64_t hash of ScrimKit's sources */

uint32_t scrim_plugin_interface(void);
const char *scrim_plugin_compiler(void);

#endif

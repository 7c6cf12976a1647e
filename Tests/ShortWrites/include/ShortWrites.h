// Nothing is called by name: the library is preloaded and takes glibc's place.
#ifndef SCRIM_SHORT_WRITES_H
#define SCRIM_SHORT_WRITES_H
#endif

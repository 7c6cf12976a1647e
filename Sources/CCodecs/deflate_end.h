#ifndef SCRIM_DEFLATE_END_H
#define SCRIM_DEFLATE_END_H

#include "outcome.h"

/* What leaving a deflate stream open adds to it at most, bytes. */
enum { deflate_open_end = 5 };

/* Makes of a whole deflate stream (RFC 1951) one that others may follow: its last block is the last no
   more, and an empty stored block takes it to the border of a byte, as zlib's Z_SYNC_FLUSH does.

   libdeflate, twice as fast as zlib, ends each stream, and where its last block begins nobody
   can tell but who goes through all of them.

   room: of the stream, at least `deflate_open_end` bytes more than `count`.
   Returns how many bytes it now has; 0 if it is none. */
HIDDEN size_t scrim_deflate_leave_open(uint8_t *stream, size_t count, size_t room);

#endif

#ifndef SCRIM_CSTREAMING_H
#define SCRIM_CSTREAMING_H
#include <stdint.h>

/// What Swift calls SIMD16<UInt16>.
typedef uint16_t scrim_lanes __attribute__((ext_vector_type(16)));

/// What Swift calls SIMD16<UInt8>.
typedef uint8_t scrim_bytes __attribute__((ext_vector_type(16)));

/// Writes 32 bytes past the caches. `target` is aligned to 32.
static inline __attribute__((always_inline)) void scrim_stream(void *target, scrim_lanes lanes) {
  __builtin_nontemporal_store(lanes, (scrim_lanes *)target);
}

/// Writes 16 bytes past the caches. `target` is aligned to 16.
static inline __attribute__((always_inline)) void scrim_stream_bytes(void *target, scrim_bytes bytes) {
  __builtin_nontemporal_store(bytes, (scrim_bytes *)target);
}

/// What was streamed is seen by other threads before what this one writes from here on.
static inline __attribute__((always_inline)) void scrim_end_streaming(void) {
  __sync_synchronize();
}

/// Asks for the 64 bytes at `source` ahead of their use.
static inline __attribute__((always_inline)) void scrim_prefetch(const void *source) {
  __builtin_prefetch(source);
}

/// Asks for the 64 bytes at `target` ahead of their being written.
static inline __attribute__((always_inline)) void scrim_prefetch_to_write(void *target) {
  __builtin_prefetch(target, 1);
}
#endif

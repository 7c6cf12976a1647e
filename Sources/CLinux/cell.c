#include "CLinux.h"

#include <string.h>
#include <sys/mman.h>

// Two slots: the writer fills the one that is not current, and then makes it current by counting up. Words are copied
// one by one with relaxed atomics, so that a reader that is overtaken reads a mixture, which the count tells it, and
// never has a data race.

enum { words = (SCRIM_CELL_CAPACITY + 7) / 8 };

struct slot {
  uint64_t count;
  uint64_t words[words];
};

struct cell {
  uint64_t version;
  struct slot slots[2];
};

void *scrim_cell_map(int descriptor) {
  void *cell = mmap(NULL, SCRIM_CELL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return cell == MAP_FAILED ? NULL : cell;
}

void scrim_cell_unmap(void *cell) { munmap(cell, SCRIM_CELL_BYTES); }

void scrim_cell_write(void *place, const void *bytes, size_t count) {
  _Static_assert(sizeof(struct cell) <= SCRIM_CELL_BYTES, "a cell fits");
  struct cell *cell = place;
  if (count > SCRIM_CELL_CAPACITY) count = 0;
  uint64_t version = __atomic_load_n(&cell->version, __ATOMIC_RELAXED) + 1;
  struct slot *slot = &cell->slots[version & 1];
  // The words that follow are not written before the version that is current.
  __atomic_thread_fence(__ATOMIC_RELEASE);
  __atomic_store_n(&slot->count, count, __ATOMIC_RELAXED);
  for (size_t i = 0; i * 8 < count; i++) {
    uint64_t word = 0;
    memcpy(&word, (const char *)bytes + i * 8, count - i * 8 < 8 ? count - i * 8 : 8);
    __atomic_store_n(&slot->words[i], word, __ATOMIC_RELAXED);
  }
  __atomic_store_n(&cell->version, version, __ATOMIC_RELEASE);
}

size_t scrim_cell_read(const void *place, void *bytes) {
  const struct cell *cell = place;
  // A writer that is always faster has something to hide; nothing is read of it then.
  for (int attempt = 0; attempt < 100; attempt++) {
    uint64_t version = __atomic_load_n(&cell->version, __ATOMIC_ACQUIRE);
    const struct slot *slot = &cell->slots[version & 1];
    uint64_t count = __atomic_load_n(&slot->count, __ATOMIC_RELAXED);
    if (count > SCRIM_CELL_CAPACITY) count = 0;
    for (size_t i = 0; i * 8 < count; i++) {
      uint64_t word = __atomic_load_n(&slot->words[i], __ATOMIC_RELAXED);
      memcpy((char *)bytes + i * 8, &word, count - i * 8 < 8 ? count - i * 8 : 8);
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (__atomic_load_n(&cell->version, __ATOMIC_RELAXED) == version) return count;
  }
  return 0;
}

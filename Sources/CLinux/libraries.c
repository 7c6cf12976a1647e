#define _GNU_SOURCE
#include "CLinux.h"

#include <link.h>

int scrim_cpu_is_x86_64_v3(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v3") ? 1 : 0;
#else
  return 0;
#endif
}

struct visit {
  void (*visit)(const char *path, void *context);
  void *context;
};

static int visit_library(struct dl_phdr_info *library, size_t size, void *context) {
  (void)size;
  struct visit *visit = context;
  visit->visit(library->dlpi_name, visit->context);
  return 0;
}

void scrim_each_library(void (*visit)(const char *path, void *context), void *context) {
  dl_iterate_phdr(visit_library, &(struct visit){visit, context});
}

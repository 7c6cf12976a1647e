#include "CCodecs.h"

int scrim_cpu_is_x86_64_v3(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v3") ? 1 : 0;
#else
  return 0;
#endif
}

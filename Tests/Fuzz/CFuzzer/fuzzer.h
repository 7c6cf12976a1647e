#include <stddef.h>
#include <stdint.h>

/* libFuzzer as a library (compiler-rt, FuzzerInterface): reads its options, then feeds inputs to
   `run` until it has found something or its time is over. */
int LLVMFuzzerRunDriver(int *count, char ***arguments,
                        int (*run)(const uint8_t *bytes, size_t count));

/* LeakSanitizer: what is allocated between these two is never called a leak. */
void __lsan_disable(void);
void __lsan_enable(void);

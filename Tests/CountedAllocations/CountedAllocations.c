// Tells which C library this is, too: <stddef.h>, the compiler's own, does not.
#include <stdlib.h>

#include "CountedAllocations.h"

// A definition in the program comes before the C library's, which has its own under a second name. Swift
// takes all its memory by malloc, aligned or not.
#if defined(__linux__) && defined(__GLIBC__)
#include <errno.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static _Thread_local long count;

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
  count++;
  return __libc_calloc(items, size);
}

void *realloc(void *old, size_t size) {
  count++;
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count++;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}

long countedAllocations(void) { return count; }
#else
long countedAllocations(void) { return -1; }
#endif

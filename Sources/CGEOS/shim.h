// Only the reentrant interface: every call takes a context, so no state is shared between threads.
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#ifdef __cplusplus
extern "C" {
#endif

/// The version of simdjson that this was compiled against, such as "3.0.1".
const char *csimdjson_version(void);

#ifdef __cplusplus
}
#endif

#endif

#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that must be readable behind a text (simdjson loads whole blocks); what they hold doesn't matter.
enum { CSIMDJSON_PADDING = 64 };

/// How a parse ended.
enum csimdjson_result {
  CSIMDJSON_OK = 0,
  /// Not strict JSON in UTF-8, or a number beyond 64 bits or a double.
  CSIMDJSON_INVALID = 1,
  /// Arrays and objects stand deeper in one another than allowed.
  CSIMDJSON_TOO_DEEP = 2,
  /// No memory, or a text over 4 GiB.
  CSIMDJSON_NO_MEMORY = 3,
};

/// Buffers of a parser, reused from text to text; for one thread at a time.
typedef struct csimdjson_parser csimdjson_parser;

/// One parsed text: simdjson's tape and its strings. It needs neither the parser nor the text any more.
typedef struct csimdjson_document csimdjson_document;

/// A parser, or NULL where there is no memory.
csimdjson_parser *csimdjson_parser_create(void);
void csimdjson_parser_destroy(csimdjson_parser *parser);

/// An empty document, or NULL where there is no memory.
csimdjson_document *csimdjson_document_create(void);
void csimdjson_document_destroy(csimdjson_document *document);

/// Parses `length` bytes, with `CSIMDJSON_PADDING` more readable behind them, into a document, whose former content is
/// gone. Arrays and objects may stand `max_depth` deep in one another; empty ones aren't counted.
enum csimdjson_result csimdjson_parse(
    csimdjson_parser *parser, csimdjson_document *document, const uint8_t *bytes, size_t length,
    size_t max_depth);

/// The tape: 64-bit words as simdjson's doc/tape.md describes them. The document's value begins at word 1.
const uint64_t *csimdjson_tape(const csimdjson_document *document);

/// The strings that the tape refers to: each a 32-bit length in the machine's order, then the UTF-8 bytes.
const uint8_t *csimdjson_strings(const csimdjson_document *document);

#ifdef __cplusplus
}
#endif

#endif

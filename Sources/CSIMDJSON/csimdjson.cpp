#include "csimdjson.h"

#include <simdjson.h>

#include <algorithm>
#include <new>

static_assert(CSIMDJSON_PADDING >= simdjson::SIMDJSON_PADDING, "simdjson reads further than we promise");

struct csimdjson_parser {
  simdjson::dom::parser parser;
};

struct csimdjson_document {
  simdjson::dom::document document;
};

namespace {

/// Buffers for `length` bytes, at least doubled where they grow, so that many texts of growing length don't reallocate each
/// time.
simdjson::error_code make_room(
    simdjson::dom::parser &parser, simdjson::dom::document &document, size_t length, size_t depth) noexcept {
  if (length > simdjson::SIMDJSON_MAXSIZE_BYTES) return simdjson::CAPACITY;
  if (parser.capacity() < length || parser.max_depth() != depth) {
    size_t capacity = std::min(std::max(length, 2 * parser.capacity()), simdjson::SIMDJSON_MAXSIZE_BYTES);
    if (auto error = parser.allocate(capacity, depth)) return error;
  }
  if (document.capacity() < length) {
    size_t capacity = std::min(std::max(length, 2 * document.capacity()), simdjson::SIMDJSON_MAXSIZE_BYTES);
    if (auto error = document.allocate(capacity)) return error;
  }
  return simdjson::SUCCESS;
}

}  // namespace

extern "C" {

csimdjson_parser *csimdjson_parser_create(void) { return new (std::nothrow) csimdjson_parser; }
void csimdjson_parser_destroy(csimdjson_parser *parser) { delete parser; }

csimdjson_document *csimdjson_document_create(void) { return new (std::nothrow) csimdjson_document; }
void csimdjson_document_destroy(csimdjson_document *document) { delete document; }

enum csimdjson_result csimdjson_parse(
    csimdjson_parser *parser, csimdjson_document *document, const uint8_t *bytes, size_t length,
    size_t max_depth) {
  // simdjson's limit counts the document itself as a level.
  auto error = make_room(parser->parser, document->document, length, max_depth + 1);
  if (!error) {
    error = parser->parser.parse_into_document(document->document, bytes, length, false).error();
  }
  switch (error) {
    case simdjson::SUCCESS: return CSIMDJSON_OK;
    case simdjson::DEPTH_ERROR: return CSIMDJSON_TOO_DEEP;
    case simdjson::MEMALLOC:
    case simdjson::CAPACITY: return CSIMDJSON_NO_MEMORY;
    default: return CSIMDJSON_INVALID;
  }
}

const uint64_t *csimdjson_tape(const csimdjson_document *document) { return document->document.tape.get(); }
const uint8_t *csimdjson_strings(const csimdjson_document *document) {
  return document->document.string_buf.get();
}

}  // extern "C"

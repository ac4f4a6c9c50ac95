#include "csimdjson.h"

#include <simdjson.h>
#include <string>

extern "C" const char *csimdjson_version(void) { 
  static const std::string version = std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "." +
      std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + "." + std::to_string(simdjson::SIMDJSON_VERSION_REVISION);
  return version.c_str();
 }

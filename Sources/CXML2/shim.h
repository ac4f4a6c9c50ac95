#include <libxml/xmlversion.h>
// Debian's libxml2 would bring the system's ICU along, whose types contradict those of Foundation's
// own; the streaming reader takes none of them.
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>

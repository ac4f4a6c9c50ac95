// simdjson is C++; CSIMDJSON includes its header itself. This module only carries what pkg-config says of it.

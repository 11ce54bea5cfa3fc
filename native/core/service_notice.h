// sd_notify(3) without libsystemd: one datagram to the service manager.
#pragma once

#include <string>

namespace tonearm {

// Sends `text` ("READY=1") to the AF_UNIX datagram socket at `path`; a leading '@' means the abstract namespace.
// Returns 0 or -errno. Never blocks.
int sendServiceNotice(const std::string& path, const std::string& text);

}  // namespace tonearm

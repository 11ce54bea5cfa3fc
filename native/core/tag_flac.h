// FLAC (RFC 9639 section 8): STREAMINFO, Vorbis comments and picture headers.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

// False for what is not quite usual.
bool readFlac(TagWindow& window, TagRecord& record);

}  // namespace tonearm

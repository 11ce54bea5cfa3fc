// Ogg Vorbis and Ogg Opus (RFC 3533, Vorbis I section 4.2, RFC 7845 section 5): the first pages, and the last one. The
// mirror of ogg.ts in src/library/tags, of which it takes the usual cases.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

// False for what is not quite usual.
bool readOgg(TagWindow& window, TagRecord& record);

}  // namespace tonearm

// FLAC (RFC 9639 section 8): STREAMINFO, Vorbis comments and picture headers. The mirror of flac.ts and
// vorbis-comments.ts in src/library/tags, of which it takes the usual cases.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

// False for what is not quite usual.
bool readFlac(TagWindow& window, TagRecord& record);
// `bytes`: from the vendor's length on; more may follow.
bool addComments(TagRecord& record, Bytes bytes);

}  // namespace tonearm

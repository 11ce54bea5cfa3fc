// Vorbis comments (xiph.org/vorbis/doc/v-comment.html), as FLAC, Ogg Vorbis and Ogg Opus hold them, and gains in those
// of Opus (RFC 7845 section 5.2).
#pragma once

#include "tag_record.h"

namespace tonearm {

// `bytes`: from the vendor's length on; more may follow. Gains of Opus count from another loudness. False for what is
// not quite usual.
bool addComments(TagRecord& record, Bytes bytes, bool isOpus = false);

}  // namespace tonearm

// AIFF 1.3 with an ID3v2 tag, or none. The mirror of aiff.ts in src/library/tags, of which it takes the usual cases.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

// False for what is not quite usual.
bool readAiff(TagWindow& window, TagRecord& record);

}  // namespace tonearm

// AIFF 1.3 with an ID3v2 tag, or none.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

// False for what is not quite usual.
bool readAiff(TagWindow& window, TagRecord& record);

}  // namespace tonearm

// WAV (Microsoft's Multimedia Data Standards Update): format, size of the sound and a LIST of INFO texts. The mirror of
// wav.ts in src/library/tags, of which it takes the usual cases.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

// False for what is not quite usual.
bool readWav(TagWindow& window, TagRecord& record);

}  // namespace tonearm

// WAV (Microsoft's Multimedia Data Standards Update): format, size of the sound and a LIST of INFO texts. RF64
// and BW64 (EBU Tech 3306, section 3) are read here alone: music-metadata does not know them.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

// False for what is not quite usual.
bool readWav(TagWindow& window, TagRecord& record);

}  // namespace tonearm

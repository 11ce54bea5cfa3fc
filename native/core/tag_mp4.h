// MP4 audio as iTunes and ffmpeg write it (ISO/IEC 14496-12, Apple's QuickTime file format): one track of sound, tags
// in `ilst`.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

// False for what is not quite usual.
bool readMp4(TagWindow& window, TagRecord& record);

}  // namespace tonearm

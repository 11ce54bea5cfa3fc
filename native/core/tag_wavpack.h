// WavPack 5 with an APEv2 tag, or none: every block's header is looked at, for the bit rate.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

// False for what is not quite usual.
bool readWavPack(TagWindow& window, TagRecord& record);

}  // namespace tonearm

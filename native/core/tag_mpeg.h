// The frames of a layer III file: rates, and the length, from an information frame or from frames of one bit rate.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

// The audio from `start` to `end`; for the bit rate it counts to `rateEnd`. False for what is not quite usual.
bool readMpeg(TagWindow& window, TagRecord& record, uint64_t start, uint64_t end, uint64_t rateEnd);

}  // namespace tonearm

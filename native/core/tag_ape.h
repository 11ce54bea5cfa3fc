// APEv2 tags of texts at the end of a file, after the specification of the Hydrogenaudio wiki.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

constexpr size_t APE_FOOTER = 32;

bool isApe(Bytes footer);
// The tag before `footer`, which ends at `end`; what it says wins over what is there. `start` becomes where it begins.
// False for what is not quite usual.
bool readApe(TagWindow& window, TagRecord& record, Bytes footer, uint64_t end, uint64_t& start);
// The tag from `start` to the end of the file, with a header or without.
bool readLastApe(TagWindow& window, TagRecord& record, uint64_t start);
// `items`: so many, and nothing else.
bool addApeItems(TagRecord& record, Bytes items, uint32_t count);

}  // namespace tonearm

// The items of a tag of MP4 (`ilst`): texts, numbers, covers, and items with names of their own.
#pragma once

#include "tag_boxes.h"
#include "tag_record.h"

namespace tonearm {

// False for what is not quite usual.
bool addMp4Items(TagWindow& window, Boxes& boxes, TagRecord& record, const Box& list);

}  // namespace tonearm

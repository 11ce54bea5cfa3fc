// Ogg Vorbis, Ogg Opus and FLAC in Ogg (RFC 3533, Vorbis I section 4.2, RFC 7845 section 5, RFC 9639 section 10.1): the
// first pages, and the last one. FLAC in Ogg is read here alone: music-metadata does not find its texts.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

// False for what is not quite usual.
bool readOgg(TagWindow& window, TagRecord& record);

}  // namespace tonearm

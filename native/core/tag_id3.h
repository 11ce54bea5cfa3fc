// ID3v2.2, 2.3 and 2.4 tags without extended header, compression or encryption, and ID3v1 behind the audio.
// Source: id3.org, the structures and native frames.
#pragma once

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

struct Id3End {
  // Where the audio begins.
  uint64_t at = 0;
  // The tag says a year that is none of a date.
  bool hasYear = false;
};

// The tag that begins at `start`, if there is one, and ends at `limit` at most. False for what is not quite usual.
bool readId3v2(TagWindow& window, TagRecord& record, Id3End& end, uint64_t start, uint64_t limit);
// Fills what is still open. False for what is not quite usual. `tail`: the last bytes of the file.
bool addId3v1(TagRecord& record, Bytes tail, bool hasYear);

}  // namespace tonearm

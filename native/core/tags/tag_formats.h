// The readers of tags by their formats: each says false for what is not quite usual, which is for another reader. What a
// format is, and after which document it is read, says the file of the reader.
#pragma once

#include "tag_boxes.h"
#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

bool readAiff(TagWindow& window, TagRecord& record);
bool readFlac(TagWindow& window, TagRecord& record);
bool readMp4(TagWindow& window, TagRecord& record);
bool readOgg(TagWindow& window, TagRecord& record);
bool readWav(TagWindow& window, TagRecord& record);
bool readWavPack(TagWindow& window, TagRecord& record);
// The audio of a layer III file from `start` to `end`; for the bit rate it counts to `rateEnd`.
bool readMpeg(TagWindow& window, TagRecord& record, uint64_t start, uint64_t end, uint64_t rateEnd);

struct Id3End {
  // Where the audio begins.
  uint64_t at = 0;
  // The tag says a year that is none of a date.
  bool hasYear = false;
};

// The ID3v2 tag that begins at `start`, if there is one, and ends at `limit` at most.
bool readId3v2(TagWindow& window, TagRecord& record, Id3End& end, uint64_t start, uint64_t limit);
// Fills what is still open. `tail`: the last bytes of the file.
bool addId3v1(TagRecord& record, Bytes tail, bool hasYear);

constexpr size_t APE_FOOTER = 32;

bool isApe(Bytes footer);
// The APE tag before `footer`, which ends at `end`; what it says wins over what is there. `start` becomes where it begins.
bool readApe(TagWindow& window, TagRecord& record, Bytes footer, uint64_t end, uint64_t& start);
// The APE tag from `start` to the end of the file, with a header or without.
bool readLastApe(TagWindow& window, TagRecord& record, uint64_t start);
// `items`: so many, and nothing else.
bool addApeItems(TagRecord& record, Bytes items, uint32_t count);

// Vorbis comments: `bytes` from the vendor's length on; more may follow. Gains of Opus count from another loudness.
bool addComments(TagRecord& record, Bytes bytes, bool isOpus = false);
// The items of a tag of MP4 (`ilst`).
bool addMp4Items(TagWindow& window, Boxes& boxes, TagRecord& record, const Box& list);

}  // namespace tonearm

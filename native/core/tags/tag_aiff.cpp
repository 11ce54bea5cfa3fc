// AIFF 1.3 with an ID3v2 tag, or none.
#include "tag_formats.h"

#include "tag_chunks.h"

namespace tonearm {

namespace {

constexpr size_t COMMON_BYTES = 18;
// Exponent of a number of which the first 16 bits are whole (SANE, bias 16383), and how far from it rates are.
constexpr int WHOLE_BITS = 16'398, MOST_SHIFT = 14;

// Hz, from the first bits of an 80-bit number; 0 for one that is no usual rate.
double rateOf(Bytes bytes) {
  const int shift = static_cast<int>(bytes.u16be(8)) - WHOLE_BITS;
  if (shift < -MOST_SHIFT || shift > MOST_SHIFT) return 0;
  const uint32_t bits = bytes.u16be(10);
  return shift < 0 ? bits >> -shift : bits << shift;
}

// Four printable characters, the first of them no space ("EA IFF 85", section 3), and no text of their own.
bool isPlain(uint32_t name) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    const uint32_t letter = name >> shift & 0xff;
    if (letter < (shift == 24 ? 0x21u : 0x20u) || letter > 0x7e) return false;
  }
  return name != fourLetters("AUTH") && name != fourLetters("(c) ");
}

}  // namespace

bool readAiff(TagWindow& window, TagRecord& record) {
  Bytes bytes;
  double frames = 0, rate = 0, sound = 0;
  bool isNamed = false;
  if (!window.bytes(0, FORM_HEADER, bytes) || !bytes.says(0, "FORM") || !bytes.says(8, "AIFF")) return false;
  const auto read = [&](const Chunk& chunk) {
    if (!isPlain(chunk.name)) return false;
    isNamed = isNamed || chunk.name == fourLetters("NAME");
    if (chunk.name == fourLetters("COMM")) {
      if (chunk.length != COMMON_BYTES || !window.bytes(chunk.start, COMMON_BYTES, bytes)) return false;
      frames = bytes.u32be(2);
      rate = rateOf(bytes);
      return frames != 0 && rate != 0;
    }
    if (chunk.name == fourLetters("SSND")) {
      sound = chunk.length;
      return rate != 0;
    }
    Id3End end;
    return chunk.name != fourLetters("ID3 ") ||
           (readId3v2(window, record, end, chunk.start, chunk.start + chunk.length) && end.at != chunk.start);
  };
  if (!eachChunk(window, true, read) || sound == 0) return false;
  // A title that stands in no tag is for another reader.
  if (isNamed && !record.has(TagText::Title)) return false;
  record.number(TagNumber::SampleRate) = rate;
  record.number(TagNumber::BitRate) = 8 * sound / (frames / rate);
  record.setSamples(frames, rate);
  return true;
}

}  // namespace tonearm

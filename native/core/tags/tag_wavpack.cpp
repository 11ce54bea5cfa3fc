// WavPack 5 with an APEv2 tag, or none: every block's header is looked at, for the bit rate.
#include "tag_formats.h"

namespace tonearm {

namespace {

// A block's size counts from SIZE_FROM.
constexpr size_t BLOCK_HEADER = 32, SIZE_FROM = 8, BLOCK_LIMIT = 1 << 20;
// Some hours; and parts of all blocks that are looked into, of which an honest file has some dozens.
constexpr unsigned MOST_BLOCKS = 50'000, MAX_PARTS = 4096;
constexpr double RATES[] = {6000,   8000,   9600,   11'025, 12'000, 16'000, 22'050, 24'000,
                            32'000, 44'100, 48'000, 64'000, 88'200, 96'000, 192'000};
constexpr uint32_t DSD = 0x80000000, UNKNOWN = 0xffffffff;
// Metadata of a block: the id without flags, DSD sound, the flags of an odd length and of a three-byte size.
constexpr uint8_t FUNCTION = 0x3f, DSD_BLOCK = 0x0e, ODD = 0x40, LARGE = 0x80;

struct Stream {
  double rate = 0, samples = 0;
};

bool readStream(Bytes header, Stream& stream) {
  const uint32_t samples = header.u32le(12), flags = header.u32le(24);
  const size_t rate = flags >> 23 & 15;
  if (rate >= std::size(RATES) || (flags & DSD) != 0 || samples == 0 || samples == UNKNOWN) return false;
  stream = {RATES[rate], static_cast<double>(samples)};
  return header.u32le(16) == 0;
}

// Whether its parts fill a block, and none of them is of DSD. `parts` counts those of the file.
bool isFilled(TagWindow& window, uint64_t start, uint64_t end, unsigned& parts) {
  uint64_t at = start;
  while (at + 1 < end) {
    if (parts++ == MAX_PARTS) return false;
    const Bytes part = window.peek(at, 4);
    const bool isLarge = (part.at(0) & LARGE) != 0;
    if (part.size() < 2 || (part.at(0) & FUNCTION) == DSD_BLOCK) return false;
    if (isLarge && (at + 4 > end || part.size() < 4)) return false;
    const uint32_t words = isLarge ? part.u24le(1) : part.at(1);
    if (words == 0 && (part.at(0) & ODD) != 0) return false;
    at += (isLarge ? 4 : 2) + uint64_t{2} * words;
  }
  return at == end;
}

}  // namespace

bool readWavPack(TagWindow& window, TagRecord& record) {
  Stream stream;
  double sound = 0;
  uint64_t at = 0;
  unsigned parts = 0;
  for (unsigned block = 0; at + BLOCK_HEADER <= window.size(); block++) {
    const Bytes header = window.peek(at, BLOCK_HEADER);
    if (!header.says(0, "wvpk")) break;
    const uint32_t size = header.u32le(4), index = header.u32le(16), samples = header.u32le(20);
    const uint64_t end = at + SIZE_FROM + size;
    if (block >= MOST_BLOCKS || size < BLOCK_HEADER - SIZE_FROM || end > window.size()) return false;
    if (block == 0 && !readStream(header, stream)) return false;
    if (index == 0 && (size > BLOCK_LIMIT || !isFilled(window, at + BLOCK_HEADER, end, parts))) return false;
    if (samples > 0) sound += size;
    at = end;
  }
  if (stream.rate == 0 || (at < window.size() && !readLastApe(window, record, at))) return false;
  record.number(TagNumber::SampleRate) = stream.rate;
  record.number(TagNumber::BitRate) = sound * 8 / (stream.samples / stream.rate);
  record.setSamples(stream.samples, stream.rate);
  return true;
}

}  // namespace tonearm

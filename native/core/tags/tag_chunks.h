// The chunks of RIFF and of "EA IFF 85", one after the other to the end of the file.
#pragma once

#include <algorithm>
#include <array>

#include "tag_window.h"

namespace tonearm {

constexpr size_t CHUNK_HEADER = 8, FORM_HEADER = 12;

struct Chunk {
  uint32_t name = 0;
  // Offset and bytes of the content.
  uint64_t start = 0, length = 0;
};

// A length that stands elsewhere: of the sound in a WAV file of more than 4 GiB.
constexpr uint32_t ELSEWHERE = UINT32_MAX;

// Calls `read` with each, until it says false. False also when they do not fill the file, are many, or two have one
// name. `elsewhere`: bytes of a chunk that says ELSEWHERE.
template <typename Read>
bool eachChunk(TagWindow& window, bool bigEndian, Read read, uint64_t elsewhere = ELSEWHERE) {
  std::array<uint32_t, 64> seen = {};
  size_t count = 0;
  uint64_t at = FORM_HEADER;
  while (at + CHUNK_HEADER <= window.size()) {
    Bytes header;
    if (count == seen.size() || !window.bytes(at, CHUNK_HEADER, header)) return false;
    const uint32_t length = bigEndian ? header.u32be(4) : header.u32le(4);
    const Chunk chunk = {header.u32be(0), at + CHUNK_HEADER, length == ELSEWHERE ? elsewhere : length};
    const auto end = seen.begin() + static_cast<long>(count);
    if (chunk.length > window.size() - chunk.start || std::find(seen.begin(), end, chunk.name) != end) return false;
    seen[count++] = chunk.name;
    if (!read(chunk)) return false;
    at = chunk.start + chunk.length + (chunk.length & 1);
  }
  return at == window.size();
}

}  // namespace tonearm

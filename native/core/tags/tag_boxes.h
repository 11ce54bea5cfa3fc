// The boxes of MP4 (ISO/IEC 14496-12 section 4.2), without sizes of 64 bits.
#pragma once

#include "tag_window.h"

namespace tonearm {

struct Box {
  uint32_t name = 0;
  // Offsets of the content. Both are 0 of a box that is not there.
  uint64_t start = 0, end = 0;

  uint64_t size() const { return end - start; }
  bool isThere() const { return end != 0; }
};

class Boxes {
 public:
  explicit Boxes(TagWindow& window) : window_(window) {}

  // Calls `see` with each, until it says false. False also when they do not fill the position, and for too many in a file.
  template <typename See>
  bool each(uint64_t start, uint64_t end, See see) {
    for (uint64_t at = start; at < end;) {
      Bytes header;
      if (end - at < HEADER || ++count_ > MOST || !window_.bytes(at, HEADER, header)) return false;
      const uint32_t size = header.u32be(0);
      if (size < HEADER || size > end - at) return false;
      if (!see(Box{header.u32be(4), at + HEADER, at + size})) return false;
      at += size;
    }
    return true;
  }
  template <typename See>
  bool each(const Box& outer, See see) {
    return each(outer.start, outer.end, see);
  }

 private:
  static constexpr size_t HEADER = 8;
  static constexpr unsigned MOST = 512;

  TagWindow& window_;
  unsigned count_ = 0;
};

// Keeps a box that may occur once: false for the second.
inline bool keep(Box& kept, const Box& box) {
  if (kept.isThere()) return false;
  kept = box;
  return true;
}

}  // namespace tonearm

#include "splice.h"

#include <algorithm>

namespace tonearm {

uint32_t Splice::make(const Ring& ring, uint32_t old, uint32_t first, uint32_t frames, bool over) {
  const auto most = static_cast<uint32_t>(bytes_.size() / frameBytes_);
  frames = std::min(frames, most);
  for (uint32_t i = 0; i < frames; i++) {
    uint32_t run = 0;
    // The old sound may be the seam of before: its frames lie at or behind the position that is written here.
    const uint8_t* from = at(ring, old + i, run);
    const double share = (i + 0.5) / frames;
    blend(format_, from, over ? ring.at(first + i) : nullptr, share, &bytes_[static_cast<size_t>(i) * frameBytes_]);
  }
  first_ = first;
  begin_ = over ? first : first - frames;
  frames_ = frames;
  return begin_;
}

const uint8_t* Splice::at(const Ring& ring, uint32_t frame, uint32_t& run) const {
  const uint32_t inside = frame - begin_;
  if (inside < frames_) {
    run = frames_ - inside;
    return &bytes_[static_cast<size_t>(inside) * frameBytes_];
  }
  run = ring.untilWrap(frame);
  const uint32_t until = begin_ - frame;
  if (frames_ != 0 && until < run) run = until;
  return ring.at(frame);
}

void Splice::played(uint32_t frame) {
  if (frames_ != 0 && static_cast<int32_t>(frame - (begin_ + frames_)) >= 0) frames_ = 0;
}

}  // namespace tonearm

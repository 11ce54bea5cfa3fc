// The seam where one sound gives way to another in the device's own buffer, without a click and without a gap.
//
// A few milliseconds of the old sound, which the device has and has not played, are taken back and written again as they
// fade into the new one. The frames of the seam are in no ring: they are kept here as long as the device may give them
// back, under the numbers of the ring frames that stand in their place. Thread: the writer's.
#pragma once

#include <vector>

#include "ring.h"
#include "sample_format.h"

namespace tonearm {

class Splice {
 public:
  // `most`: frames of the longest seam.
  Splice(SampleFormat format, uint32_t frameBytes, uint32_t most)
      : format_(format), frameBytes_(frameBytes), bytes_(static_cast<size_t>(most) * frameBytes) {}

  // Where `frames` frames of the old sound from `old` on give way to the new sound, which begins at `first`. `over`: the
  // two are played at once, else the new one begins untouched behind the old one's end. Returns the seam's first frame.
  uint32_t make(const Ring& ring, uint32_t old, uint32_t first, uint32_t frames, bool over);

  // The frame's bytes: of the seam, else of the ring; and how many frames follow it there in one piece.
  const uint8_t* at(const Ring& ring, uint32_t frame, uint32_t& run) const;

  // While the device has frames of it or from before it, `first()` is the new sound's first frame.
  bool isHeld() const { return frames_ != 0; }
  uint32_t first() const { return first_; }
  uint32_t begin() const { return begin_; }
  // The frame is played now: forgets a seam that lies behind it.
  void played(uint32_t frame);
  void forget() { frames_ = 0; }

 private:
  SampleFormat format_;
  uint32_t frameBytes_;
  std::vector<uint8_t> bytes_;
  uint32_t begin_ = 0;
  uint32_t frames_ = 0;
  uint32_t first_ = 0;
};

}  // namespace tonearm

// Conversion of the sample rate, in the quality that libsoxr calls "very high": linear phase, aliasing and distortion
// below -140 dB, passband to 91 % of the lower rate's half. Source: soxr.h of libsoxr 0.1.3.
//
// Thread: the decoder worker's; it allocates. Frame n of the input is played at output frame n * to / from: the filter's
// delay is compensated, and `finish` gives what it still holds.
#pragma once

#include <cstdint>
#include <memory>

#include "frame_fifo.h"

namespace tonearm {

class Resampler {
 public:
  // Null when the library refuses: out of memory.
  static std::unique_ptr<Resampler> open(uint32_t from, uint32_t to);
  virtual ~Resampler() = default;

  virtual void feed(const float* left, const float* right, uint32_t frames, FrameFifo& out) = 0;
  // Ends the stream: round(in * to / from) frames came out in all. Nothing may be fed afterwards.
  virtual void finish(FrameFifo& out) = 0;
};

// Output frames that belong to `frames` of input: rounded to nearest, halves up.
inline uint64_t resampledFrames(uint64_t frames, uint32_t from, uint32_t to) {
  return (2 * frames * to + from) / (2 * static_cast<uint64_t>(from));
}

}  // namespace tonearm

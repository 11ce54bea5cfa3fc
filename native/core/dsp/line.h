// One track's way from its decoder to the mix: its gain, its resampler where its rate is not the ring's, and a position
// where frames wait until they are mixed. Thread: the decoder worker's; it allocates.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "frame_fifo.h"
#include "resampler.h"

namespace tonearm {

class Line {
 public:
  // Forgets everything and begins anew. False when there is no memory for the resampler.
  bool open(uint32_t from, uint32_t to);
  void feed(const float* left, const float* right, uint32_t frames, float gain);
  // Full scale is 2^31.
  void feed(const int32_t* left, const int32_t* right, uint32_t frames, float gain);
  // Nothing more is fed: what the resampler holds comes out.
  void finish();
  // Gives the memory back. May be called twice.
  void close();

  FrameFifo& waiting() { return fifo_; }

 private:
  template <typename Sample>
  void feedScaled(const Sample* left, const Sample* right, uint32_t frames, float scale);

  std::unique_ptr<Resampler> resampler_;
  FrameFifo fifo_;
  std::vector<float> scratch_;
};

}  // namespace tonearm

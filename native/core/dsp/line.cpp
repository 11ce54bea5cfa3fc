#include "line.h"

#include <algorithm>

namespace tonearm {
namespace {

constexpr uint32_t kChunk = 4096;

}  // namespace

bool Line::open(uint32_t from, uint32_t to) {
  close();
  if (from == to) return true;
  resampler_ = Resampler::open(from, to);
  return resampler_ != nullptr;
}

void Line::close() {
  resampler_.reset();
  fifo_ = FrameFifo();
}

template <typename Sample>
void Line::feedScaled(const Sample* left, const Sample* right, uint32_t frames, float scale) {
  for (uint32_t at = 0; at < frames; at += kChunk) {
    const uint32_t count = std::min(kChunk, frames - at);
    float *toLeft, *toRight;
    if (resampler_) {
      scratch_.resize(2 * kChunk);
      toLeft = scratch_.data();
      toRight = scratch_.data() + kChunk;
    } else {
      fifo_.grow(count);
      toLeft = fifo_.leftEnd();
      toRight = fifo_.rightEnd();
    }
    for (uint32_t i = 0; i < count; i++) {
      toLeft[i] = static_cast<float>(left[at + i]) * scale;
      toRight[i] = static_cast<float>(right[at + i]) * scale;
    }
    if (resampler_) resampler_->feed(toLeft, toRight, count, fifo_);
  }
}

void Line::feed(const float* left, const float* right, uint32_t frames, float gain) {
  feedScaled(left, right, frames, gain);
}

void Line::feed(const int32_t* left, const int32_t* right, uint32_t frames, float gain) {
  feedScaled(left, right, frames, gain / 2147483648.0F);
}

void Line::finish() {
  if (resampler_) resampler_->finish(fifo_);
  resampler_.reset();
}

}  // namespace tonearm

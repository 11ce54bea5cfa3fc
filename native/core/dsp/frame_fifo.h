// Planar stereo float that waits: appended at the end, taken at the front. Thread: the decoder worker's; it allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tonearm {

class FrameFifo {
 public:
  uint32_t size() const { return static_cast<uint32_t>(left_.size() - first_); }
  const float* left() const { return left_.data() + first_; }
  const float* right() const { return right_.data() + first_; }

  // Room for `frames` more at the end, to be filled by `leftEnd` and `rightEnd`; `keep` of them stay.
  void grow(uint32_t frames) {
    left_.erase(left_.begin(), left_.begin() + static_cast<long>(first_));
    right_.erase(right_.begin(), right_.begin() + static_cast<long>(first_));
    first_ = 0;
    grown_ = left_.size();
    left_.resize(grown_ + frames);
    right_.resize(grown_ + frames);
  }
  float* leftEnd() { return left_.data() + grown_; }
  float* rightEnd() { return right_.data() + grown_; }
  void keep(uint32_t frames) { resize(grown_ + frames); }

  void drop(uint32_t frames) { first_ += frames; }
  // Cuts the newest frames off, or appends silence.
  void adjust(int64_t frames) {
    const auto wanted = static_cast<int64_t>(left_.size()) + frames;
    resize(static_cast<size_t>(wanted < static_cast<int64_t>(first_) ? static_cast<int64_t>(first_) : wanted));
  }
  void clear() {
    resize(0);
    first_ = 0;
  }

 private:
  void resize(size_t frames) {
    left_.resize(frames);
    right_.resize(frames);
  }

  std::vector<float> left_, right_;
  size_t first_ = 0, grown_ = 0;
};

}  // namespace tonearm

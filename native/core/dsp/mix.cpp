#include "mix.h"

#include <algorithm>

namespace tonearm {
namespace {

void add(const MixInput& input, float* left, float* right, uint32_t frames) {
  if (input.line == nullptr) return;
  FrameFifo& fifo = input.line->waiting();
  const float *l = fifo.left(), *r = fifo.right();
  if (input.from == 1 && input.to == 1) {
    for (uint32_t i = 0; i < frames; i++) {
      left[i] += l[i];
      right[i] += r[i];
    }
  } else {
    const double step = (input.to - input.from) / frames;
    for (uint32_t i = 0; i < frames; i++) {
      const auto gain = static_cast<float>(input.from + step * i);
      left[i] += l[i] * gain;
      right[i] += r[i] * gain;
    }
  }
  fifo.drop(frames);
}

}  // namespace

void mix(const MixInput& first, const MixInput& second, SoundChain* chain, float* left, float* right, uint32_t frames) {
  std::fill(left, left + frames, 0.0F);
  std::fill(right, right + frames, 0.0F);
  add(first, left, right, frames);
  add(second, left, right, frames);
  if (chain != nullptr) chain->process(left, right, frames);
}

}  // namespace tonearm

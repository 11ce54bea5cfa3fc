// Takes frames from one line or two, each under a gain that moves linearly, and sends their sum through the chain.
// Thread: the decoder worker's.
#pragma once

#include "line.h"
#include "sound_chain.h"

namespace tonearm {

struct MixInput {
  Line* line = nullptr;  // null: there is none; it holds as many frames as are mixed
  double from = 1, to = 1;  // gain at the first frame, and at the frame behind the last
};

// `chain` may be null. `left` and `right` take `frames` frames, which leave the lines.
void mix(const MixInput& first, const MixInput& second, SoundChain* chain, float* left, float* right, uint32_t frames);

}  // namespace tonearm

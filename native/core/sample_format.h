// Sample formats of the device, and the two conversions that the audio core needs: planar float to interleaved
// integers (producer), and a gain ramp over interleaved integers (consumer). All little-endian, signed.
#pragma once

#include <cstdint>

namespace tonearm {

enum class SampleFormat : uint32_t {
  S16 = 0,    // 16 bit
  S24 = 1,    // 24 bit in the low bytes of 32
  S24_3 = 2,  // 24 bit in 3 bytes
  S32 = 3,    // 32 bit
};

constexpr uint32_t kChannels = 2;

uint32_t bytesPerSample(SampleFormat format);

// Converts `frames` frames of two float channels (full scale is 1.0) to interleaved samples. Rounds to nearest (ties to
// even) and clips; NaN becomes silence.
void interleave(SampleFormat format, const float* left, const float* right, uint32_t frames, uint8_t* out);

// A gain that moves linearly, one step a frame.
struct GainRamp {
  float now = 1.0F;
  float target = 1.0F;
  float step = 0.0F;
  uint32_t left = 0;  // frames until the target is reached

  bool isUnity() const { return left == 0 && now == 1.0F; }
  void to(float gain, uint32_t frames);
};

// Copies frames through the ramp, which it advances. `in` and `out` may be the same memory.
void applyGain(SampleFormat format, const uint8_t* in, uint8_t* out, uint32_t frames, GainRamp& ramp);

}  // namespace tonearm

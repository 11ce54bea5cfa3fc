// Sample formats of the device, and the two conversions that the audio core needs: planar float or integers to
// interleaved integers (producer), and a gain ramp over interleaved integers (consumer). All little-endian, signed.
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

// Noise with a triangular density of one step of the result to either side (TPDF): it turns what rounding does to a
// sound into a steady hiss. Source: Lipshitz, Wannamaker and Vanderkooy, "Quantization and Dither" (JAES 40/5, 1992).
class Dither {
 public:
  // The next 32 random bits (Marsaglia's xorshift32).
  uint32_t bits() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
  }

 private:
  uint32_t state_ = 0x2545F491;
};

// Converts `frames` frames of two channels (full scale is 1.0) to interleaved samples. Rounds to nearest (ties to even)
// and clips; NaN becomes silence. With a `dither` its noise goes in before the rounding, except into S32, where no bits
// are lost that a float has.
void interleave(SampleFormat format, const float* left, const float* right, uint32_t frames, uint8_t* out,
                Dither* dither = nullptr);
// Interleaves integers (full scale is 2^31): untouched into S32.
void interleave(SampleFormat format, const int32_t* left, const int32_t* right, uint32_t frames, uint8_t* out,
                Dither* dither = nullptr);

// A gain that moves linearly, one step a frame; in double, because a fade of a minute has steps below a float's.
struct GainRamp {
  double now = 1.0;
  double target = 1.0;
  double step = 0.0;
  uint32_t left = 0;  // frames until the target is reached

  bool isUnity() const { return left == 0 && now == 1.0; }
  void to(double gain, uint32_t frames);
};

// Copies frames through the ramp, which it advances. `in` and `out` may be the same memory.
void applyGain(SampleFormat format, const uint8_t* in, uint8_t* out, uint32_t frames, GainRamp& ramp);

// One frame that is `share` of `to` (null: silence) and the rest of `from`; equal frames stay what they are.
void blend(SampleFormat format, const uint8_t* from, const uint8_t* to, double share, uint8_t* out);

}  // namespace tonearm

#include "sample_format.h"

#include <cmath>
#include <cstring>

namespace tonearm {
namespace {

// The largest float that still fits the integer range after scaling, for each width.
constexpr float kMax16 = 32767.0F, kMax24 = 8388607.0F, kMax32 = 2147483520.0F;

inline int32_t toInteger(float value, float scale, float max) {
  float scaled = value * scale;
  scaled = scaled < max ? scaled : max;  // also catches NaN, which compares false: it would become full scale...
  scaled = scaled > -scale ? scaled : -scale;
  return static_cast<int32_t>(std::lrintf(value == value ? scaled : 0.0F));  // ...so NaN is made silence here
}

inline void store24(uint8_t* out, int32_t value) {
  out[0] = static_cast<uint8_t>(value);
  out[1] = static_cast<uint8_t>(value >> 8);
  out[2] = static_cast<uint8_t>(value >> 16);
}

inline int32_t load24(const uint8_t* in) {
  const uint32_t raw = in[0] | static_cast<uint32_t>(in[1]) << 8 | static_cast<uint32_t>(in[2]) << 16;
  return static_cast<int32_t>(raw << 8) >> 8;
}

template <typename Sample>
void interleaveAs(const float* __restrict left, const float* __restrict right, uint32_t frames, Sample* __restrict out,
                  float scale, float max) {
  for (uint32_t i = 0; i < frames; i++) {
    out[2 * i] = static_cast<Sample>(toInteger(left[i], scale, max));
    out[2 * i + 1] = static_cast<Sample>(toInteger(right[i], scale, max));
  }
}

template <typename Load, typename Store>
void ramped(uint32_t frames, GainRamp& ramp, double floor, double ceiling, Load load, Store store) {
  for (uint32_t i = 0; i < frames; i++) {
    if (ramp.left != 0) {
      ramp.left--;
      ramp.now = ramp.left == 0 ? ramp.target : ramp.now + ramp.step;
    }
    for (uint32_t c = 0; c < kChannels; c++) {
      const uint32_t at = i * kChannels + c;
      double value = std::nearbyint(static_cast<double>(load(at)) * static_cast<double>(ramp.now));
      value = value < floor ? floor : value > ceiling ? ceiling : value;
      store(at, static_cast<int32_t>(value));
    }
  }
}

}  // namespace

uint32_t bytesPerSample(SampleFormat format) {
  switch (format) {
    case SampleFormat::S16: return 2;
    case SampleFormat::S24_3: return 3;
    case SampleFormat::S24:
    case SampleFormat::S32: return 4;
  }
  return 4;
}

void interleave(SampleFormat format, const float* left, const float* right, uint32_t frames, uint8_t* out) {
  switch (format) {
    case SampleFormat::S16:
      return interleaveAs(left, right, frames, reinterpret_cast<int16_t*>(out), 32768.0F, kMax16);
    case SampleFormat::S24:
      return interleaveAs(left, right, frames, reinterpret_cast<int32_t*>(out), 8388608.0F, kMax24);
    case SampleFormat::S32:
      return interleaveAs(left, right, frames, reinterpret_cast<int32_t*>(out), 2147483648.0F, kMax32);
    case SampleFormat::S24_3:
      for (uint32_t i = 0; i < frames; i++) {
        store24(out + 6 * i, toInteger(left[i], 8388608.0F, kMax24));
        store24(out + 6 * i + 3, toInteger(right[i], 8388608.0F, kMax24));
      }
  }
}

void GainRamp::to(float gain, uint32_t frames) {
  target = gain;
  if (frames == 0) {
    now = gain;
    left = 0;
    return;
  }
  left = frames;
  step = (gain - now) / static_cast<float>(frames);
}

void applyGain(SampleFormat format, const uint8_t* in, uint8_t* out, uint32_t frames, GainRamp& ramp) {
  if (ramp.isUnity()) {
    if (in != out) std::memcpy(out, in, static_cast<size_t>(frames) * kChannels * bytesPerSample(format));
    return;
  }
  switch (format) {
    case SampleFormat::S16: {
      const auto* from = reinterpret_cast<const int16_t*>(in);
      auto* to = reinterpret_cast<int16_t*>(out);
      return ramped(frames, ramp, -32768.0, 32767.0, [from](uint32_t at) { return from[at]; },
                    [to](uint32_t at, int32_t value) { to[at] = static_cast<int16_t>(value); });
    }
    case SampleFormat::S24:
    case SampleFormat::S32: {
      const auto* from = reinterpret_cast<const int32_t*>(in);
      auto* to = reinterpret_cast<int32_t*>(out);
      return ramped(frames, ramp, -2147483648.0, 2147483647.0, [from](uint32_t at) { return from[at]; },
                    [to](uint32_t at, int32_t value) { to[at] = value; });
    }
    case SampleFormat::S24_3:
      return ramped(frames, ramp, -8388608.0, 8388607.0, [in](uint32_t at) { return load24(in + 3 * at); },
                    [out](uint32_t at, int32_t value) { store24(out + 3 * at, value); });
  }
}

}  // namespace tonearm

#include "sample_format.h"

#include <algorithm>
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

// The two draws of a triangular density, as a difference in (-1, 1) steps.
inline double triangular(Dither& dither) {
  const uint32_t bits = dither.bits();
  return static_cast<double>(static_cast<int32_t>(bits & 0xFFFF) - static_cast<int32_t>(bits >> 16)) / 65536.0;
}

inline int32_t dithered(float value, double scale, Dither& dither) {
  const double sample = value == value ? static_cast<double>(value) * scale + triangular(dither) : 0.0;
  return static_cast<int32_t>(std::lrint(std::clamp(sample, -scale, scale - 1.0)));
}

// Drops the low `shift` bits: to nearest, ties to even; only the topmost values round beyond the range.
inline int32_t narrowed(int32_t value, int shift) {
  const int64_t half = (int64_t{1} << (shift - 1)) - 1 + ((value >> shift) & 1);
  return static_cast<int32_t>(std::min((value + half) >> shift, (int64_t{1} << (31 - shift)) - 1));
}

inline int32_t narrowed(int32_t value, int shift, Dither& dither) {
  const uint32_t bits = dither.bits(), mask = (1U << shift) - 1;
  const int64_t noise = static_cast<int64_t>(bits & mask) - static_cast<int64_t>((bits >> 16) & mask);
  const int64_t top = (int64_t{1} << (31 - shift)) - 1;
  return static_cast<int32_t>(std::clamp((value + noise + (int64_t{1} << (shift - 1))) >> shift, -top - 1, top));
}

template <typename Input, typename Sample, typename Convert>
void interleaveAs(const Input* __restrict left, const Input* __restrict right, uint32_t frames, Sample* __restrict out,
                  Convert convert) {
  for (uint32_t i = 0; i < frames; i++) {
    out[2 * i] = static_cast<Sample>(convert(left[i]));
    out[2 * i + 1] = static_cast<Sample>(convert(right[i]));
  }
}

template <typename Input, typename Convert>
void interleave24(const Input* left, const Input* right, uint32_t frames, uint8_t* out, Convert convert) {
  for (uint32_t i = 0; i < frames; i++) {
    store24(out + 6 * i, convert(left[i]));
    store24(out + 6 * i + 3, convert(right[i]));
  }
}

// To 16 and 24 bits; `convert16` and `convert24` round.
template <typename Input, typename Convert16, typename Convert24>
void interleaveNarrow(SampleFormat format, const Input* left, const Input* right, uint32_t frames, uint8_t* out,
                      Convert16 convert16, Convert24 convert24) {
  if (format == SampleFormat::S16) {
    return interleaveAs(left, right, frames, reinterpret_cast<int16_t*>(out), convert16);
  }
  if (format == SampleFormat::S24) {
    return interleaveAs(left, right, frames, reinterpret_cast<int32_t*>(out), convert24);
  }
  interleave24(left, right, frames, out, convert24);
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
      double value = std::nearbyint(static_cast<double>(load(at)) * ramp.now);
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

void interleave(SampleFormat format, const float* left, const float* right, uint32_t frames, uint8_t* out,
                Dither* dither) {
  if (format == SampleFormat::S32) {
    return interleaveAs(left, right, frames, reinterpret_cast<int32_t*>(out),
                        [](float value) { return toInteger(value, 2147483648.0F, kMax32); });
  }
  if (dither == nullptr) {
    return interleaveNarrow(format, left, right, frames, out,
                            [](float value) { return toInteger(value, 32768.0F, kMax16); },
                            [](float value) { return toInteger(value, 8388608.0F, kMax24); });
  }
  interleaveNarrow(format, left, right, frames, out,
                   [dither](float value) { return dithered(value, 32768.0, *dither); },
                   [dither](float value) { return dithered(value, 8388608.0, *dither); });
}

void interleave(SampleFormat format, const int32_t* left, const int32_t* right, uint32_t frames, uint8_t* out,
                Dither* dither) {
  if (format == SampleFormat::S32) {
    return interleaveAs(left, right, frames, reinterpret_cast<int32_t*>(out), [](int32_t value) { return value; });
  }
  if (dither == nullptr) {
    return interleaveNarrow(format, left, right, frames, out, [](int32_t value) { return narrowed(value, 16); },
                            [](int32_t value) { return narrowed(value, 8); });
  }
  interleaveNarrow(format, left, right, frames, out, [dither](int32_t value) { return narrowed(value, 16, *dither); },
                   [dither](int32_t value) { return narrowed(value, 8, *dither); });
}

void GainRamp::to(double gain, uint32_t frames) {
  target = gain;
  if (frames == 0) {
    now = gain;
    left = 0;
    return;
  }
  left = frames;
  step = (gain - now) / frames;
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

void blend(SampleFormat format, const uint8_t* from, const uint8_t* to, double share, uint8_t* out) {
  for (uint32_t c = 0; c < kChannels; c++) {
    const auto blended = [share](int32_t old, int32_t fresh) {
      return static_cast<int32_t>(std::nearbyint(old + (static_cast<double>(fresh) - old) * share));
    };
    switch (format) {
      case SampleFormat::S16: {
        const auto sample = [c](const uint8_t* frame) {
          return frame == nullptr ? 0 : reinterpret_cast<const int16_t*>(frame)[c];
        };
        reinterpret_cast<int16_t*>(out)[c] = static_cast<int16_t>(blended(sample(from), sample(to)));
        break;
      }
      case SampleFormat::S24:
      case SampleFormat::S32: {
        const auto sample = [c](const uint8_t* frame) {
          return frame == nullptr ? 0 : reinterpret_cast<const int32_t*>(frame)[c];
        };
        reinterpret_cast<int32_t*>(out)[c] = blended(sample(from), sample(to));
        break;
      }
      case SampleFormat::S24_3: {
        const auto sample = [c](const uint8_t* frame) { return frame == nullptr ? 0 : load24(frame + 3 * c); };
        store24(out + 3 * c, blended(sample(from), sample(to)));
        break;
      }
    }
  }
}

}  // namespace tonearm

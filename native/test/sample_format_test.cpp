// Conversions between float and the devices' formats, and the ramp.
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "core/sample_format.h"
#include "tap.h"

using tonearm::applyGain;
using tonearm::GainRamp;
using tonearm::SampleFormat;

namespace {

constexpr SampleFormat kFormats[] = {SampleFormat::S16, SampleFormat::S24, SampleFormat::S24_3, SampleFormat::S32};

int bits(SampleFormat format) { return format == SampleFormat::S16 ? 16 : format == SampleFormat::S32 ? 32 : 24; }

// Sample `at` of interleaved PCM, by the book: little-endian, signed.
int32_t load(SampleFormat format, const uint8_t* pcm, size_t at) {
  const size_t width = tonearm::bytesPerSample(format);
  uint32_t raw = 0;
  for (size_t i = 0; i < width; i++) raw |= static_cast<uint32_t>(pcm[at * width + i]) << (8 * i);
  const int unused = 32 - static_cast<int>(8 * width);
  return static_cast<int32_t>(raw << unused) >> unused;
}

template <typename Sample>
std::vector<int32_t> converted(SampleFormat format, const std::vector<Sample>& left, const std::vector<Sample>& right,
                               tonearm::Dither* dither = nullptr) {
  std::vector<uint8_t> out(left.size() * 2 * tonearm::bytesPerSample(format));
  tonearm::interleave(format, left.data(), right.data(), static_cast<uint32_t>(left.size()), out.data(), dither);
  std::vector<int32_t> samples(left.size() * 2);
  for (size_t i = 0; i < samples.size(); i++) samples[i] = load(format, out.data(), i);
  return samples;
}

// The literals below are floats.
std::vector<int32_t> interleaved(SampleFormat format, const std::vector<float>& left, const std::vector<float>& right) {
  return converted(format, left, right);
}

std::vector<int32_t> randomIntegers(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<int32_t> values = {INT32_MIN, INT32_MAX, 0, -1, 1};
  while (values.size() < count) values.push_back(static_cast<int32_t>(random()));
  return values;
}

}  // namespace

TEST("a sample takes two, four, three and four bytes") {
  EQUAL(tonearm::bytesPerSample(SampleFormat::S16), 2U);
  EQUAL(tonearm::bytesPerSample(SampleFormat::S24), 4U);
  EQUAL(tonearm::bytesPerSample(SampleFormat::S24_3), 3U);
  EQUAL(tonearm::bytesPerSample(SampleFormat::S32), 4U);
}

TEST("full scale, silence and halves land where they belong in every format") {
  for (const auto format : kFormats) {
    const double scale = std::ldexp(1.0, bits(format) - 1);
    const auto got = interleaved(format, {0.0F, 0.5F, -0.5F, -1.0F, -0.0F}, {0.25F, -0.25F, 0.125F, 0.75F, -1.0F});
    const double wanted[] = {0, 0.25, 0.5, -0.25, -0.5, 0.125, -1, 0.75, 0, -1};
    for (size_t i = 0; i < got.size(); i++) EQUAL(got[i], static_cast<int32_t>(wanted[i] * scale));
  }
}

TEST("what is louder than full scale is clipped, infinities too, and what is no number is silence") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const auto format : kFormats) {
    const int64_t scale = int64_t{1} << (bits(format) - 1);
    // The largest float below 2^31 is 128 short of it.
    const auto top = static_cast<int32_t>(format == SampleFormat::S32 ? scale - 128 : scale - 1);
    const auto bottom = static_cast<int32_t>(-scale);
    const auto got = interleaved(format, {1.0F, 1e30F, kInfinity, nan, -nan}, {-1.0F, -1e30F, -kInfinity, nan, 2.0F});
    const int32_t wanted[] = {top, bottom, top, bottom, top, bottom, 0, 0, 0, top};
    for (size_t i = 0; i < got.size(); i++) EQUAL(got[i], wanted[i]);
  }
}

TEST("halves between two 16 or 24 bit steps go to the even one") {
  for (const auto format : {SampleFormat::S16, SampleFormat::S24, SampleFormat::S24_3}) {
    const auto step = static_cast<float>(std::ldexp(1.0, 1 - bits(format)));
    const auto got = interleaved(format, {0.5F * step, 1.5F * step, 2.5F * step, 0.49F * step},
                                 {-0.5F * step, -1.5F * step, -2.5F * step, -0.51F * step});
    const int32_t wanted[] = {0, 0, 2, -2, 2, -2, 0, -1};
    for (size_t i = 0; i < got.size(); i++) EQUAL(got[i], wanted[i]);
  }
}

TEST("ten thousand random frames are what a plain rounding gives") {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> value(-1.2F, 1.2F);
  std::vector<float> left(10000), right(10000);
  for (size_t i = 0; i < left.size(); i++) {
    left[i] = value(random);
    right[i] = value(random);
  }
  for (const auto format : kFormats) {
    const double scale = std::ldexp(1.0, bits(format) - 1);
    const double top = format == SampleFormat::S32 ? scale - 128 : scale - 1;
    const auto got = interleaved(format, left, right);
    for (size_t i = 0; i < got.size(); i++) {
      const double sample = static_cast<double>(i % 2 == 0 ? left[i / 2] : right[i / 2]) * scale;
      EQUAL(got[i], static_cast<int32_t>(std::nearbyint(std::min(std::max(sample, -scale), top))));
    }
  }
}

TEST("integers reach 32 bits untouched, and fewer bits by a plain rounding") {
  const auto left = randomIntegers(10000, 21), right = randomIntegers(10000, 22);
  for (const auto format : kFormats) {
    const double step = std::ldexp(1.0, 32 - bits(format)), top = std::ldexp(1.0, bits(format) - 1) - 1;
    const auto got = converted(format, left, right);
    for (size_t i = 0; i < got.size(); i++) {
      const double sample = (i % 2 == 0 ? left[i / 2] : right[i / 2]) / step;
      EQUAL(got[i], static_cast<int32_t>(std::min(std::nearbyint(sample), top)));
    }
  }
}

TEST("integers of the device's own width come through bit by bit") {
  for (const auto format : kFormats) {
    auto left = randomIntegers(1000, 23);
    for (auto& sample : left) sample &= static_cast<int32_t>(~0U << (32 - bits(format)));
    const auto got = converted(format, left, left);
    for (size_t i = 0; i < got.size(); i++) EQUAL(got[i], left[i / 2] >> (32 - bits(format)));
  }
}

// Mean and variance of what dither makes of a level between two steps, in steps.
template <typename Sample>
void checkDither(SampleFormat format, Sample level, double steps) {
  tonearm::Dither dither;
  const std::vector<Sample> levels(200000, level);
  const auto got = converted(format, levels, levels, &dither);
  double sum = 0, squares = 0, product = 0;
  for (size_t i = 0; i < got.size(); i++) {
    const double error = got[i] - steps;
    sum += error;
    squares += error * error;
    if (i % 2 == 1) product += error * (got[i - 1] - steps);
    CHECK(std::abs(error) < 1.5);
  }
  const auto count = static_cast<double>(got.size());
  CHECK(std::abs(sum / count) < 0.01);
  // A triangle of two steps and the rounding: 1/6 + 1/12 of a step squared, whatever the level.
  CHECK(std::abs(squares / count - 0.25) < 0.01);
  CHECK(std::abs(product / (count / 2)) < 0.01);  // the channels know nothing of one another
}

TEST("dither keeps the level between two steps, and its noise depends on no level") {
  for (const double fraction : {0.0, 0.25, 0.5, 0.9}) {
    for (const auto format : {SampleFormat::S16, SampleFormat::S24, SampleFormat::S24_3}) {
      const double step = std::ldexp(1.0, 32 - bits(format));
      const double level = 100 + fraction;
      checkDither(format, static_cast<int32_t>(level * step), static_cast<double>(static_cast<int32_t>(level * step)) / step);
      checkDither(format, static_cast<float>(level * step / 2147483648.0), level);
    }
  }
}

TEST("dither clips at full scale and leaves 32 bits alone") {
  tonearm::Dither dither;
  for (const auto format : kFormats) {
    const auto scale = int64_t{1} << (bits(format) - 1);
    const std::vector<int32_t> top(1000, INT32_MAX), bottom(1000, INT32_MIN);
    const auto integers = converted(format, top, bottom, &dither);
    const auto floats = converted(format, std::vector<float>(1000, 1.0F), std::vector<float>(1000, -1.0F), &dither);
    for (size_t i = 0; i < integers.size(); i++) {
      const int64_t wanted = i % 2 == 0 ? scale - 1 : -scale;
      for (const int64_t got : {int64_t{integers[i]}, int64_t{floats[i]}}) {
        CHECK(std::abs(got - wanted) <= (format == SampleFormat::S32 ? 127 : 1));
      }
    }
  }
}

TEST("no frames at all are converted and scaled without a touch") {
  uint8_t memory[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  GainRamp ramp;
  ramp.to(0.5F, 10);
  for (const auto format : kFormats) {
    tonearm::interleave(format, static_cast<const float*>(nullptr), nullptr, 0, memory);
    applyGain(format, memory, memory, 0, ramp);
  }
  for (uint8_t i = 0; i < 8; i++) EQUAL(memory[i], i + 1);
  EQUAL(ramp.left, 10U);
}

TEST("a ramp moves by equal steps and lands exactly on its target") {
  GainRamp ramp;
  ramp.to(0.3F, 100);
  CHECK(!ramp.isUnity());
  std::vector<int32_t> samples(200, 1 << 30);
  auto* pcm = reinterpret_cast<uint8_t*>(samples.data());
  applyGain(SampleFormat::S32, pcm, pcm, 100, ramp);
  EQUAL(ramp.left, 0U);
  EQUAL(ramp.now, 0.3F);
  const double step = 0.7 / 100 * (1 << 30);
  for (size_t i = 2; i < samples.size(); i += 2) {
    EQUAL(samples[i], samples[i + 1]);
    CHECK(std::abs(samples[i - 2] - samples[i] - step) < 1e-5 * (1 << 30));
  }
  ramp.to(1.0F, 0);
  CHECK(ramp.isUnity());
}

TEST("a ramp over many small pieces is the ramp over one") {
  std::mt19937 random(2);
  for (const auto format : kFormats) {
    const size_t frame = 2 * tonearm::bytesPerSample(format);
    std::vector<uint8_t> data(1000 * frame);
    for (auto& byte : data) byte = static_cast<uint8_t>(random());
    auto whole = data, pieces = data;
    GainRamp one, many;
    one.to(0.2F, 700);
    many.to(0.2F, 700);
    applyGain(format, data.data(), whole.data(), 1000, one);
    for (uint32_t at = 0; at < 1000;) {
      const uint32_t count = std::min<uint32_t>(random() % 50, 1000 - at);
      applyGain(format, pieces.data() + at * frame, pieces.data() + at * frame, count, many);
      at += count;
    }
    CHECK(whole == pieces);
  }
}

TEST("unity copies every bit, also the unused ones of 24 bits in 32, and in place touches nothing") {
  std::mt19937 random(4);
  for (const auto format : kFormats) {
    std::vector<uint8_t> data(100 * 2 * tonearm::bytesPerSample(format));
    for (auto& byte : data) byte = static_cast<uint8_t>(random());
    std::vector<uint8_t> copy(data.size());
    auto same = data;
    GainRamp ramp;
    applyGain(format, data.data(), copy.data(), 100, ramp);
    applyGain(format, same.data(), same.data(), 100, ramp);
    CHECK(copy == data);
    CHECK(same == data);
  }
}

TEST("a constant gain scales every format and rounds to nearest, and zero is silence") {
  std::mt19937 random(9);
  for (const auto format : kFormats) {
    std::vector<uint8_t> data(1000 * 2 * tonearm::bytesPerSample(format)), out(data.size());
    std::vector<float> left(1000), right(1000);
    for (size_t i = 0; i < left.size(); i++) {
      left[i] = static_cast<float>(random() / 2147483648.0 - 1.0);
      right[i] = static_cast<float>(random() / 2147483648.0 - 1.0);
    }
    tonearm::interleave(format, left.data(), right.data(), 1000, data.data());
    for (const float gain : {0.5F, 0.1F, 0.999F, 0.0F}) {
      GainRamp ramp;
      ramp.to(gain, 0);
      applyGain(format, data.data(), out.data(), 1000, ramp);
      for (size_t i = 0; i < 2000; i++) {
        const double exact = static_cast<double>(load(format, data.data(), i)) * static_cast<double>(gain);
        EQUAL(load(format, out.data(), i), static_cast<int32_t>(std::nearbyint(exact)));
      }
    }
  }
}

// Lines: counting frames through the resampler, and what it does to sines. THD+N is everything that is not the sine,
// over the whole band, relative to the sine; the sine of -0.9 dB lies in the passband or, for aliasing, beyond it.
#include <random>

#include "dsp/line.h"
#include "sine.h"
#include "tap.h"

using tonearm::Line;
using tonearm::resampledFrames;

namespace {

struct Rates {
  uint32_t from, to;
};

// Feeds both channels in pieces of random length and takes everything out in between.
std::vector<float> through(Line& line, const std::vector<float>& samples, uint32_t seed = 5) {
  std::mt19937 random(seed);
  std::vector<float> out;
  for (size_t at = 0; at < samples.size();) {
    const size_t count = std::min<size_t>(random() % 5000, samples.size() - at);
    line.feed(samples.data() + at, samples.data() + at, static_cast<uint32_t>(count), 1.0F);
    auto& waiting = line.waiting();
    for (uint32_t i = 0; i < waiting.size(); i++) CHECK(waiting.left()[i] == waiting.right()[i]);
    out.insert(out.end(), waiting.left(), waiting.left() + waiting.size());
    waiting.drop(waiting.size());
    at += count;
  }
  return out;
}

std::vector<float> resampled(Rates rates, const std::vector<float>& samples) {
  Line line;
  CHECK(line.open(rates.from, rates.to));
  auto out = through(line, samples);
  line.finish();
  auto& rest = line.waiting();
  out.insert(out.end(), rest.left(), rest.left() + rest.size());
  return out;
}

}  // namespace

TEST("as many frames come out as the rates say, whatever went in") {
  std::mt19937 random(3);
  for (const Rates rates : {Rates{44100, 48000}, {48000, 44100}, {96000, 48000}, {8000, 192000}, {192000, 8000},
                            {44100, 88200}, {11025, 48000}, {37800, 44100}}) {
    for (const size_t frames : {size_t{0}, size_t{1}, size_t{2}, size_t{147}, size_t{160}, size_t{4801},
                                size_t{random() % 30000}, size_t{random() % 30000}}) {
      const auto out = resampled(rates, std::vector<float>(frames, 0.5F));
      EQUAL(out.size(), resampledFrames(frames, rates.from, rates.to));
    }
  }
}

TEST("frame n of the input is played at frame n times the ratio") {
  for (const Rates rates : {Rates{44100, 48000}, {48000, 44100}, {96000, 48000}}) {
    std::vector<float> click(20000, 0.0F);
    click[14700] = 1.0F;  // the tenth of a second and its multiples have whole frames at every rate
    const double wanted = 14700.0 * rates.to / rates.from;
    const auto out = resampled(rates, click);
    size_t loudest = 0;
    for (size_t i = 0; i < out.size(); i++) {
      if (std::abs(out[i]) > std::abs(out[loudest])) loudest = i;
    }
    CHECK(std::abs(static_cast<double>(loudest) - wanted) <= 0.5);
  }
}

TEST("noise and distortion of a sine lie 100 dB below it at least, and its level stays") {
  for (const Rates rates : {Rates{44100, 48000}, {48000, 44100}, {96000, 48000}, {44100, 96000}, {8000, 48000}}) {
    const double half = std::min(rates.from, rates.to) / 2.0;
    for (const double frequency : {100.3, 997.0, 0.45 * half, 0.9 * half}) {
      const auto out = resampled(rates, sine(frequency, rates.from, 2 * rates.from));
      const size_t margin = rates.to / 10;
      const auto fit = fitSine(out, margin, out.size() - margin, frequency, rates.to);
      CHECK(std::abs(decibels(fit.amplitude / 0.9)) < 0.01);
      CHECK(decibels(fit.residual * std::sqrt(2.0) / fit.amplitude) < -120);
    }
  }
}

TEST("what the lower rate cannot carry is gone and not folded back") {
  for (const Rates rates : {Rates{48000, 44100}, {96000, 48000}, {192000, 44100}}) {
    for (const double beyond : {1.02, 1.05, 1.08}) {
      const double frequency = rates.to / 2.0 * beyond;
      const auto out = resampled(rates, sine(frequency, rates.from, 2 * rates.from));
      double power = 0;
      const size_t margin = rates.to / 10;
      for (size_t i = margin; i < out.size() - margin; i++) power += static_cast<double>(out[i]) * static_cast<double>(out[i]);
      power /= static_cast<double>(out.size() - 2 * margin);
      CHECK(decibels(std::sqrt(2 * power) / 0.9) < -100);
    }
  }
}

TEST("images of the lower rate are gone in the higher one") {
  const auto out = resampled({44100, 96000}, sine(20000, 44100, 88200));
  const auto image = fitSine(out, 9600, out.size() - 9600, 24100, 96000);
  CHECK(decibels(image.amplitude / 0.9) < -120);
}

TEST("a second track on the same line goes on without a seam") {
  const auto whole = sine(997, 44100, 60000);
  const auto reference = resampled({44100, 48000}, whole);
  Line line;
  CHECK(line.open(44100, 48000));
  auto out = through(line, std::vector<float>(whole.begin(), whole.begin() + 33333), 1);
  const auto second = through(line, std::vector<float>(whole.begin() + 33333, whole.end()), 2);
  out.insert(out.end(), second.begin(), second.end());
  line.finish();
  out.insert(out.end(), line.waiting().left(), line.waiting().left() + line.waiting().size());
  CHECK(out == reference);
}

TEST("a line of one rate hands frames on untouched, integers too, and multiplies by its gain") {
  Line line;
  CHECK(line.open(44100, 44100));
  const float floats[] = {0.1F, -1.0F, 0.7F, 0.3F};
  line.feed(floats, floats + 2, 2, 1.0F);
  const int32_t integers[] = {1 << 30, INT32_MIN, 256, -256};
  line.feed(integers, integers + 2, 2, 0.5F);
  line.finish();
  const auto& waiting = line.waiting();
  EQUAL(waiting.size(), 4U);
  const float left[] = {0.1F, -1.0F, 0.25F, -0.5F}, right[] = {0.7F, 0.3F, 0x1p-24F, -0x1p-24F};
  for (size_t i = 0; i < 4; i++) CHECK(waiting.left()[i] == left[i] && waiting.right()[i] == right[i]);
}

TEST("a line that is opened again, or closed twice, holds nothing of before") {
  Line line;
  CHECK(line.open(44100, 48000));
  const std::vector<float> noise(10000, 0.3F);
  line.feed(noise.data(), noise.data(), 10000, 1.0F);
  CHECK(line.open(44100, 48000));
  EQUAL(line.waiting().size(), 0U);
  line.finish();
  EQUAL(line.waiting().size(), 0U);
  line.close();
  line.close();
  EQUAL(line.waiting().size(), 0U);
}

// The chain against its formulae: the response of every part, measured with impulses and sines.
#include "dsp/mix.h"

#include <complex>
#include <functional>

#include "sine.h"
#include "tap.h"

using namespace tonearm;

namespace {

constexpr double kRates[] = {44100, 48000, 96000, 192000};
using Response = std::complex<double>;

struct Stereo {
  std::vector<float> left, right;
};

Stereo processed(const SoundParameters& parameters, double rate, Stereo sound) {
  SoundChain chain(parameters, rate);
  const auto frames = static_cast<uint32_t>(sound.left.size());
  for (uint32_t at = 0; at < frames; at += 777) {
    chain.process(sound.left.data() + at, sound.right.data() + at, std::min(777U, frames - at));
  }
  return sound;
}

// What an impulse becomes, at one frequency: the transform of the response.
Response at(const std::vector<float>& response, double frequency, double rate) {
  Response sum = 0;
  for (size_t i = 0; i < response.size(); i++) {
    sum += static_cast<double>(response[i]) * std::polar(1.0, -2 * M_PI * frequency / rate * static_cast<double>(i));
  }
  return sum;
}

Stereo impulse(double rate, float left, float right) {
  Stereo sound{std::vector<float>(static_cast<size_t>(rate / 2), 0.0F), std::vector<float>(static_cast<size_t>(rate / 2), 0.0F)};
  sound.left[0] = left;
  sound.right[0] = right;
  return sound;
}

constexpr double kFrequencies[] = {20, 32, 50, 100, 200, 440, 1000, 2000, 3500, 5000, 10000, 15000, 19000};

// The analogue prototypes of the cookbook, at the frequency that the bilinear transform puts in place of `frequency`.
Response prototype(BiquadKind kind, double frequency, double rate, double centre, double q, double gain) {
  const double a = std::pow(10.0, gain / 40);
  const Response s(0, std::tan(M_PI * frequency / rate) / std::tan(M_PI * centre / rate));
  const double root = std::sqrt(a) / q;
  switch (kind) {
    case BiquadKind::LowShelf: return a * (s * s + root * s + a) / (a * s * s + root * s + 1.0);
    case BiquadKind::HighShelf: return a * (a * s * s + root * s + 1.0) / (s * s + root * s + a);
    case BiquadKind::Peak: return (s * s + s * (a / q) + 1.0) / (s * s + s / (a * q) + 1.0);
  }
  return 0;
}

void checkResponse(const SoundParameters& parameters, const std::function<Response(double, double)>& wanted) {
  for (const double rate : kRates) {
    const auto out = processed(parameters, rate, impulse(rate, 0.01F, 0.01F));
    for (const double frequency : kFrequencies) {
      const double difference = decibels(std::abs(at(out.left, frequency, rate)) / 0.01) -
                                decibels(std::abs(wanted(frequency, rate)));
      CHECK(std::abs(difference) < 0.1);
      CHECK(std::abs(at(out.left, frequency, rate) - at(out.right, frequency, rate)) < 1e-6);
    }
  }
}

double level(double decibels) { return std::pow(10.0, decibels / 20); }

}  // namespace

TEST("with everything off not a bit changes") {
  Stereo sound{sine(997, 44100, 10000), sine(1234, 44100, 10000)};
  const auto out = processed({}, 44100, sound);
  CHECK(out.left == sound.left && out.right == sound.right);
}

TEST("each band of the equaliser follows the cookbook's formula within 0.1 dB") {
  const double cutoffs[] = {32, 64, 125, 250, 500, 1000, 2000, 4000, 8000, 16000};
  for (size_t band = 0; band < kBands; band++) {
    for (const double gain : {-24.0, -3.0, 6.0, 24.0}) {
      SoundParameters parameters;
      parameters.equaliser = true;
      parameters.bands[band] = {cutoffs[band], band % 3 == 0 ? 0.7 : 1.0, gain};
      const auto kind = band == 0 ? BiquadKind::LowShelf : band == 9 ? BiquadKind::HighShelf : BiquadKind::Peak;
      checkResponse(parameters, [&](double frequency, double rate) {
        return prototype(kind, frequency, rate, cutoffs[band], parameters.bands[band].q, gain);
      });
    }
  }
}

TEST("all bands together and the precut are their product") {
  SoundParameters parameters;
  parameters.equaliser = true;
  parameters.precut = 12;
  for (size_t band = 0; band < kBands; band++) {
    parameters.bands[band] = {32.0 * std::pow(2.0, band), 1.0, band % 2 == 0 ? 5.0 : -7.5};
  }
  checkResponse(parameters, [&](double frequency, double rate) {
    Response product = level(-12);
    for (size_t band = 0; band < kBands; band++) {
      const auto kind = band == 0 ? BiquadKind::LowShelf : band == 9 ? BiquadKind::HighShelf : BiquadKind::Peak;
      const Band& it = parameters.bands[band];
      product *= prototype(kind, frequency, rate, it.cutoff, it.q, it.gain);
    }
    return product;
  });
}

TEST("bass and treble are shelves at 200 Hz and 3.5 kHz or where they are asked for, and never clip") {
  for (const double bass : {-24.0, 0.0, 9.0}) {
    for (const double treble : {-6.0, 0.0, 24.0}) {
      for (const double cutoff : {0.0, 1.5}) {
        SoundParameters parameters;
        parameters.bass = bass;
        parameters.treble = treble;
        parameters.bassCutoff = 200 * cutoff;
        parameters.trebleCutoff = 3500 * cutoff;
        const double factor = cutoff == 0 ? 1 : cutoff;
        checkResponse(parameters, [&](double frequency, double rate) {
          return level(-std::max({bass, treble, 0.0})) *
                 prototype(BiquadKind::LowShelf, frequency, rate, 200 * factor, M_SQRT1_2, bass) *
                 prototype(BiquadKind::HighShelf, frequency, rate, 3500 * factor, M_SQRT1_2, treble);
        });
      }
    }
  }
}

TEST("a band beyond half the rate does nothing, and a shelf below it is its plain gain") {
  SoundParameters parameters;
  parameters.equaliser = true;
  for (size_t band = 1; band < kBands; band++) parameters.bands[band] = {16000, 1, 12};
  auto sound = impulse(32000, 0.5F, 0.25F);
  const auto out = processed(parameters, 32000, sound);
  CHECK(out.left == sound.left && out.right == sound.right);
  parameters.bands[0] = {20000, 1, -6};
  CHECK(std::abs(decibels(static_cast<double>(processed(parameters, 32000, sound).left[0]) / 0.5) + 6) < 0.01);
}

TEST("channels, width and balance weigh left and right by their formulae within 0.01 dB") {
  const double l = 0.6, r = -0.2;
  const auto wanted = [&](const SoundParameters& p) {
    const double width = p.stereoWidth, middle = (l + r) / 2 * std::min(1.0, 1 / width), side = (l - r) / 2 * std::min(width, 1.0);
    const double wideLeft = middle + side, wideRight = middle - side;
    std::pair<double, double> out{wideLeft, wideRight};
    if (p.channels == Channels::Mono) out = {(wideLeft + wideRight) / 2, (wideLeft + wideRight) / 2};
    if (p.channels == Channels::Left) out = {wideLeft, wideLeft};
    if (p.channels == Channels::Right) out = {wideRight, wideRight};
    if (p.channels == Channels::Swapped) out = {wideRight, wideLeft};
    if (p.balance > 0) out.first *= 1 - p.balance;
    if (p.balance < 0) out.second *= 1 + p.balance;
    return out;
  };
  for (const auto channels : {Channels::Stereo, Channels::Mono, Channels::Left, Channels::Right, Channels::Swapped}) {
    for (const double width : {0.0, 0.35, 1.0, 1.05, 2.5}) {
      for (const double balance : {-1.0, -0.5, 0.0, 0.01, 0.99, 1.0}) {
        SoundParameters parameters;
        parameters.channels = channels;
        parameters.stereoWidth = width == 0.0 ? 1e-300 : width;
        parameters.balance = balance;
        const auto [left, right] = wanted(parameters);
        parameters.stereoWidth = width;
        const auto out = processed(parameters, 44100, {{0.6F}, {-0.2F}});
        CHECK(std::abs(static_cast<double>(out.left[0]) - left) < 1e-3 * std::abs(left) + 1e-7);
        CHECK(std::abs(static_cast<double>(out.right[0]) - right) < 1e-3 * std::abs(right) + 1e-7);
      }
    }
  }
}

TEST("Meier's crossfeed leaves what is common alone and turns the difference down in the bass") {
  SoundParameters parameters;
  parameters.crossfeed.kind = CrossfeedKind::Meier;
  for (const double rate : kRates) {
    const auto common = processed(parameters, rate, impulse(rate, 0.5F, 0.5F));
    CHECK(common.left == impulse(rate, 0.5F, 0.5F).left && common.right == common.left);
    const auto out = processed(parameters, rate, impulse(rate, 0.5F, -0.5F));
    for (const double frequency : kFrequencies) {
      const Response s(0, 2 * rate * std::tan(M_PI * frequency / rate));
      const Response wanted = (s + 2128.0) / (s + 4128.0);
      CHECK(std::abs(decibels(std::abs(at(out.left, frequency, rate)) / 0.5 / std::abs(wanted))) < 0.1);
    }
  }
}

TEST("custom crossfeed is the direct sound and the other side, late, quieter and duller") {
  SoundParameters parameters;
  parameters.crossfeed = {CrossfeedKind::Custom, -1.5, -6, -16, 700};
  for (const double rate : kRates) {
    const auto out = processed(parameters, rate, impulse(rate, 0.5F, 0.0F));
    const auto late = static_cast<size_t>(std::lround(13.0 / 44100 * rate));
    for (size_t i = 0; i < late; i++) CHECK(out.right[i] == 0);
    CHECK(out.right[late] != 0);
    for (const double frequency : kFrequencies) {
      CHECK(std::abs(decibels(std::abs(at(out.left, frequency, rate)) / 0.5) + 1.5) < 0.01);
      const double g = level(-16);
      const Response s(0, std::tan(M_PI * frequency / rate) / std::tan(M_PI * 700 / rate));
      const Response wanted = level(-6) * (g * s + 1.0) / (s + 1.0);
      CHECK(std::abs(decibels(std::abs(at(out.right, frequency, rate)) / 0.5 / std::abs(wanted))) < 0.1);
    }
  }
}

TEST("the pieces in which a sound comes make no difference") {
  SoundParameters parameters;
  parameters.equaliser = true;
  parameters.bands[3] = {250, 0.7, 9};
  parameters.bass = 3;
  parameters.stereoWidth = 1.4;
  parameters.crossfeed = {CrossfeedKind::Custom, -1.5, -6, -16, 700};
  Stereo whole{sine(100, 48000, 9999), sine(3000, 48000, 9999)};
  auto pieces = whole;
  SoundChain chain(parameters, 48000), other(parameters, 48000);
  chain.process(whole.left.data(), whole.right.data(), 9999);
  for (uint32_t at = 0; at < 9999; at += 11) other.process(&pieces.left[at], &pieces.right[at], 11);
  CHECK(whole.left == pieces.left && whole.right == pieces.right);
}

TEST("two lines are mixed under their gains, frame by frame") {
  Line a, b;
  CHECK(a.open(1000, 1000) && b.open(1000, 1000));
  const std::vector<float> ones(100, 1.0F), halves(100, 0.5F);
  a.feed(ones.data(), halves.data(), 100, 1.0F);
  b.feed(halves.data(), ones.data(), 50, 1.0F);
  std::vector<float> left(50), right(50);
  mix({&a, 1, 0}, {&b, 0, 1}, nullptr, left.data(), right.data(), 50);
  for (size_t i = 0; i < 50; i++) {
    const double up = static_cast<double>(i) / 50;
    CHECK(std::abs(static_cast<double>(left[i]) - (1 - up + 0.5 * up)) < 1e-6);
    CHECK(std::abs(static_cast<double>(right[i]) - (0.5 * (1 - up) + up)) < 1e-6);
  }
  EQUAL(a.waiting().size(), 50U);
  EQUAL(b.waiting().size(), 0U);
  mix({&a, 1, 1}, {}, nullptr, left.data(), right.data(), 50);
  CHECK(left == std::vector<float>(50, 1.0F) && right == std::vector<float>(50, 0.5F));
}

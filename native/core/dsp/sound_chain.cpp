#include "sound_chain.h"

#include <algorithm>
#include <cmath>

namespace tonearm {
namespace {

constexpr double kBassCutoff = 200, kTrebleCutoff = 3500;
constexpr double kToneQ = M_SQRT1_2;

double decibels(double value) { return std::pow(10.0, value / 20.0); }

}  // namespace

SoundChain::SoundChain(const SoundParameters& parameters, double rate) {
  if (parameters.crossfeed.kind != CrossfeedKind::Off) crossfeed_.emplace(parameters.crossfeed, rate);
  double cut = 0;
  if (parameters.equaliser) {
    cut += parameters.precut;
    for (size_t at = 0; at < kBands; at++) {
      const Band& band = parameters.bands[at];
      const auto kind = at == 0 ? BiquadKind::LowShelf : at == kBands - 1 ? BiquadKind::HighShelf : BiquadKind::Peak;
      add(kind, rate, band.cutoff, band.q, band.gain);
    }
  }
  add(BiquadKind::LowShelf, rate, parameters.bassCutoff > 0 ? parameters.bassCutoff : kBassCutoff, kToneQ,
      parameters.bass);
  add(BiquadKind::HighShelf, rate, parameters.trebleCutoff > 0 ? parameters.trebleCutoff : kTrebleCutoff, kToneQ,
      parameters.treble);
  // What bass or treble adds is taken off everywhere, so that a full-scale track does not clip.
  cut += std::max({parameters.bass, parameters.treble, 0.0});
  matrix_ = matrix(parameters, decibels(-cut));
}

void SoundChain::add(BiquadKind kind, double rate, double frequency, double q, double gain) {
  if (gain != 0 && q > 0) filters_.emplace_back(biquad(kind, rate, frequency, q, gain));
}

SoundChain::Matrix SoundChain::matrix(const SoundParameters& parameters, double gain) {
  const double width = parameters.stereoWidth;
  const double middle = width > 1 ? 1 / width : 1, side = std::min(width, 1.0);
  const double straight = (middle + side) / 2, cross = (middle - side) / 2;
  Matrix m{straight, cross, cross, straight};
  switch (parameters.channels) {
    case Channels::Stereo: break;
    case Channels::Mono: m.ll = m.rl = m.lr = m.rr = (m.ll + m.rl) / 2; break;
    case Channels::Left: m = {m.ll, m.rl, m.ll, m.rl}; break;
    case Channels::Right: m = {m.lr, m.rr, m.lr, m.rr}; break;
    case Channels::Swapped: m = {m.lr, m.rr, m.ll, m.rl}; break;
  }
  const double left = gain * std::min(1.0 - parameters.balance, 1.0);
  const double right = gain * std::min(1.0 + parameters.balance, 1.0);
  return {m.ll * left, m.rl * left, m.lr * right, m.rr * right};
}

void SoundChain::process(float* left, float* right, uint32_t frames) {
  if (crossfeed_) crossfeed_->process(left, right, frames);
  for (Biquad& filter : filters_) filter.process(left, right, frames);
  if (matrix_.isIdentity()) return;
  for (uint32_t i = 0; i < frames; i++) {
    const double l = static_cast<double>(left[i]), r = static_cast<double>(right[i]);
    left[i] = static_cast<float>(matrix_.ll * l + matrix_.rl * r);
    right[i] = static_cast<float>(matrix_.lr * l + matrix_.rr * r);
  }
}

}  // namespace tonearm

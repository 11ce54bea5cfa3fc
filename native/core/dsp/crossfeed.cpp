#include "crossfeed.h"

#include <algorithm>
#include <cmath>

#include "biquad.h"

namespace tonearm {
namespace {

constexpr double kForward = 2128, kCross = 1000;  // 1/s
constexpr double kDelaySeconds = 13.0 / 44100.0;

double decibels(double value) { return std::pow(10.0, value / 20.0); }

// (g s + zero) / (s + pole), both in rad/s, by the bilinear transform.
FirstOrder shelf(double g, double zero, double pole, double rate) {
  const double two = 2.0 * rate, a0 = two + pole;
  return {(g * two + zero) / a0, (zero - g * two) / a0, (pole - two) / a0, 0, 0};
}

}  // namespace

Crossfeed::Crossfeed(const CrossfeedParameters& parameters, double rate) : kind_(parameters.kind) {
  if (kind_ == CrossfeedKind::Meier) {
    left_ = shelf(1.0, kForward, kForward + 2.0 * kCross, rate);
    return;
  }
  direct_ = decibels(parameters.directGain);
  // The cutoff stays where it is asked for when the transform bends the frequencies.
  const double pole = 2.0 * rate * std::tan(M_PI * std::min(parameters.highCutoff / rate, 0.49));
  left_ = shelf(decibels(parameters.highAttenuation), pole, pole, rate);
  const double cross = decibels(parameters.crossGain);
  left_.b0 *= cross;
  left_.b1 *= cross;
  right_ = left_;
  delayed_.assign(2 * std::max<size_t>(static_cast<size_t>(std::lround(kDelaySeconds * rate)), 1), 0.0F);
}

void Crossfeed::process(float* left, float* right, uint32_t frames) {
  if (kind_ == CrossfeedKind::Meier) processMeier(left, right, frames);
  if (kind_ == CrossfeedKind::Custom) processCustom(left, right, frames);
  for (FirstOrder* filter : {&left_, &right_}) filter->out = withoutDenormals(filter->out);
}

void Crossfeed::processMeier(float* left, float* right, uint32_t frames) {
  for (uint32_t i = 0; i < frames; i++) {
    const double l = static_cast<double>(left[i]), r = static_cast<double>(right[i]);
    const double middle = (l + r) / 2, side = left_.next((l - r) / 2);
    left[i] = static_cast<float>(middle + side);
    right[i] = static_cast<float>(middle - side);
  }
}

void Crossfeed::processCustom(float* left, float* right, uint32_t frames) {
  for (uint32_t i = 0; i < frames; i++) {
    float* delayed = &delayed_[oldest_];
    const double fromLeft = left_.next(static_cast<double>(delayed[0]));
    const double fromRight = right_.next(static_cast<double>(delayed[1]));
    delayed[0] = left[i];
    delayed[1] = right[i];
    oldest_ = oldest_ + 2 == delayed_.size() ? 0 : oldest_ + 2;
    left[i] = static_cast<float>(direct_ * static_cast<double>(left[i]) + fromRight);
    right[i] = static_cast<float>(direct_ * static_cast<double>(right[i]) + fromLeft);
  }
}

}  // namespace tonearm

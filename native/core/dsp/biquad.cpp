#include "biquad.h"

#include <cmath>

namespace tonearm {

BiquadCoefficients biquad(BiquadKind kind, double rate, double frequency, double q, double gain) {
  const double a = std::pow(10.0, gain / 40.0);
  if (frequency >= rate / 2) {
    return {kind == BiquadKind::LowShelf ? a * a : 1.0, 0, 0, 0, 0};
  }
  const double omega = 2.0 * M_PI * frequency / rate;
  const double cosine = std::cos(omega), alpha = std::sin(omega) / (2.0 * q);
  if (kind == BiquadKind::Peak) {
    const double a0 = 1.0 + alpha / a;
    return {(1.0 + alpha * a) / a0, -2.0 * cosine / a0, (1.0 - alpha * a) / a0, -2.0 * cosine / a0,
            (1.0 - alpha / a) / a0};
  }
  // The two shelves are one another's mirror: the sign of the cosine.
  const double side = kind == BiquadKind::LowShelf ? 1.0 : -1.0;
  const double c = side * cosine, root = 2.0 * std::sqrt(a) * alpha;
  const double a0 = (a + 1.0) + (a - 1.0) * c + root;
  return {a * ((a + 1.0) - (a - 1.0) * c + root) / a0, side * 2.0 * a * ((a - 1.0) - (a + 1.0) * c) / a0,
          a * ((a + 1.0) - (a - 1.0) * c - root) / a0, side * -2.0 * ((a - 1.0) + (a + 1.0) * c) / a0,
          ((a + 1.0) + (a - 1.0) * c - root) / a0};
}

void Biquad::run(float* samples, uint32_t frames, State& state) const {
  double one = state.one, two = state.two;
  for (uint32_t i = 0; i < frames; i++) {
    const double in = static_cast<double>(samples[i]);
    const double out = c_.b0 * in + one;
    one = c_.b1 * in - c_.a1 * out + two;
    two = c_.b2 * in - c_.a2 * out;
    samples[i] = static_cast<float>(out);
  }
  state = {withoutDenormals(one), withoutDenormals(two)};
}

void Biquad::process(float* left, float* right, uint32_t frames) {
  run(left, frames, left_);
  run(right, frames, right_);
}

}  // namespace tonearm

// Sines and what became of them: a least-squares fit tells level and phase of one frequency and how much is not it.
#pragma once

#include <cmath>
#include <vector>

struct SineFit {
  double amplitude = 0;
  double residual = 0;  // root mean square of what is not the sine
};

inline std::vector<float> sine(double frequency, double rate, size_t frames, double amplitude = 0.9) {
  std::vector<float> samples(frames);
  for (size_t i = 0; i < frames; i++) {
    samples[i] = static_cast<float>(amplitude * std::sin(2 * M_PI * frequency / rate * static_cast<double>(i)));
  }
  return samples;
}

// Fits a sine of this frequency to samples [from, to).
inline SineFit fitSine(const std::vector<float>& samples, size_t from, size_t to, double frequency, double rate) {
  double ss = 0, cc = 0, sc = 0, xs = 0, xc = 0;
  const double step = 2 * M_PI * frequency / rate;
  for (size_t i = from; i < to; i++) {
    const double s = std::sin(step * static_cast<double>(i)), c = std::cos(step * static_cast<double>(i));
    const auto x = static_cast<double>(samples[i]);
    ss += s * s, cc += c * c, sc += s * c, xs += x * s, xc += x * c;
  }
  const double determinant = ss * cc - sc * sc;
  const double a = (xs * cc - xc * sc) / determinant, b = (xc * ss - xs * sc) / determinant;
  double rest = 0;
  for (size_t i = from; i < to; i++) {
    const double angle = step * static_cast<double>(i);
    const double error = static_cast<double>(samples[i]) - a * std::sin(angle) - b * std::cos(angle);
    rest += error * error;
  }
  return {std::hypot(a, b), std::sqrt(rest / static_cast<double>(to - from))};
}

inline double decibels(double ratio) { return 20 * std::log10(ratio); }

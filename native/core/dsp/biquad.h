// Second-order filters. Source: Robert Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter
// coefficients" (https://www.w3.org/TR/audio-eq-cookbook/): low shelf, peaking EQ and high shelf, with Q.
#pragma once

#include <cstdint>

namespace tonearm {

struct BiquadCoefficients {
  double b0 = 1, b1 = 0, b2 = 0, a1 = 0, a2 = 0;  // normalised: a0 is 1
};

enum class BiquadKind : uint8_t { LowShelf, Peak, HighShelf };

// `frequency` and `rate` in Hz, `gain` in dB. A frequency at or above half the rate cannot be built: a peak or a high
// shelf there does nothing, a low shelf is its plain gain.
BiquadCoefficients biquad(BiquadKind kind, double rate, double frequency, double q, double gain);

// One filter over both channels, in double: at 32 Hz the poles lie too close to 1 for floats. Direct form II transposed.
class Biquad {
 public:
  explicit Biquad(const BiquadCoefficients& coefficients) : c_(coefficients) {}
  void process(float* left, float* right, uint32_t frames);

 private:
  struct State {
    double one = 0, two = 0;
  };
  void run(float* samples, uint32_t frames, State& state) const;

  BiquadCoefficients c_;
  State left_, right_;
};

// What has decayed this far (-400 dB) is silence: denormal numbers would be slow.
inline double withoutDenormals(double value) { return value < 1e-20 && value > -1e-20 ? 0.0 : value; }

}  // namespace tonearm

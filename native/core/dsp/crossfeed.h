// Crossfeed: each ear hears a little of the other channel, as it does from loudspeakers. Two kinds, as Rockbox has them:
//
// Meier's passive circuit: each output hangs behind a resistor and a capacitor side by side, and a resistor joins the
// two outputs. What both channels share passes untouched; their difference passes (s + 1/RfC) / (s + 1/RfC + 2/RxC), a
// shelf of -5.8 dB in the bass. 1/RfC = 2128 /s, 1/RxC = 1000 /s.
// Source: Jan Meier, "A DIY Headphone Amplifier With Natural Crossfeed" (HeadWize, 2000).
//
// Custom: the other channel arrives 0.3 ms late through a first-order shelf, (g s + w) / (s + w), at its own gain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tonearm {

enum class CrossfeedKind : uint8_t { Off = 0, Meier = 1, Custom = 2 };

struct CrossfeedParameters {
  CrossfeedKind kind = CrossfeedKind::Off;
  double directGain = 0, crossGain = 0, highAttenuation = 0;  // dB; all below zero
  double highCutoff = 700;                                    // Hz
};

// b0 + b1 z^-1 over 1 + a1 z^-1.
struct FirstOrder {
  double b0 = 1, b1 = 0, a1 = 0;
  double in = 0, out = 0;
  double next(double value) {
    out = b0 * value + b1 * in - a1 * out;
    in = value;
    return out;
  }
};

class Crossfeed {
 public:
  Crossfeed(const CrossfeedParameters& parameters, double rate);
  void process(float* left, float* right, uint32_t frames);

 private:
  void processMeier(float* left, float* right, uint32_t frames);
  void processCustom(float* left, float* right, uint32_t frames);

  const CrossfeedKind kind_;
  double direct_ = 1;
  FirstOrder left_, right_;  // Meier's difference uses the first
  std::vector<float> delayed_;
  size_t oldest_ = 0;
};

}  // namespace tonearm

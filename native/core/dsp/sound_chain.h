// What a person may do to the sound, in one position: crossfeed, ten-band equaliser, bass and treble, then stereo width,
// channels and balance. It runs behind the resampler: its filters belong to the ring's rate, and keep their state where
// tracks of different rates meet. A part that is off is not there at all.
//
// Thread: the decoder worker's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "biquad.h"
#include "crossfeed.h"

namespace tonearm {

enum class Channels : uint8_t { Stereo = 0, Mono = 1, Left = 2, Right = 3, Swapped = 4 };

constexpr size_t kBands = 10;

struct Band {
  double cutoff = 1000;  // Hz
  double q = 1;
  double gain = 0;  // dB
};

struct SoundParameters {
  Channels channels = Channels::Stereo;
  double balance = 0;        // -1 (left only) to 1 (right only): the other side is turned down linearly
  double stereoWidth = 1;    // 0 (mono) to 2.5; beyond 1 the middle is turned down instead of the sides up
  double bass = 0;           // dB
  double treble = 0;         // dB
  double bassCutoff = 0;     // Hz; 0 is 200 Hz
  double trebleCutoff = 0;   // Hz; 0 is 3.5 kHz
  bool equaliser = false;
  double precut = 0;         // dB taken off before the bands
  std::array<Band, kBands> bands{};  // a low shelf, eight peaks, a high shelf
  CrossfeedParameters crossfeed;
};

class SoundChain {
 public:
  SoundChain(const SoundParameters& parameters, double rate);
  void process(float* left, float* right, uint32_t frames);

 private:
  void add(BiquadKind kind, double rate, double frequency, double q, double gain);
  // Columns: left and right in; rows: left and right out.
  struct Matrix {
    double ll = 1, rl = 0, lr = 0, rr = 1;
    bool isIdentity() const { return ll == 1 && rl == 0 && lr == 0 && rr == 1; }
  };
  static Matrix matrix(const SoundParameters& parameters, double gain);

  std::optional<Crossfeed> crossfeed_;
  std::vector<Biquad> filters_;
  Matrix matrix_;
};

}  // namespace tonearm

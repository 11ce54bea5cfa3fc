/*
 * The colour of a cover that stands out, in two shades: `dark`, on which white text has a contrast of at least 7 : 1, and
 * `light`, on which black text has (WCAG 2, relative luminance). A cover without colours gives greys.
 */
#include <algorithm>
#include <array>
#include <cmath>

#include "picture.h"

namespace {

using Colour = std::array<float, 3>;

constexpr int kBits = 4, kBins = 1 << (3 * kBits);
/* Contrast 7 to white: (1 + 0.05) / (L + 0.05) >= 7; to black: (L + 0.05) / 0.05 >= 7. With room for rounding. */
constexpr float kDark = 0.095f, kLight = 0.6f;
constexpr float kWhite = 1;

float Linear(float value) { return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f); }
float Curved(float value) { return value <= 0.0031308f ? value * 12.92f : 1.055f * std::pow(value, 1 / 2.4f) - 0.055f; }
float Luminance(const Colour& linear) { return 0.2126f * linear[0] + 0.7152f * linear[1] + 0.0722f * linear[2]; }

/* Shades a colour to a luminance: darker keeps the hue, lighter is mixed with white. */
void Shade(const Colour& linear, float wanted, uint8_t* to) {
  const float has = Luminance(linear);
  const float white = has < wanted ? (wanted - has) / (kWhite - has) : 0;
  const float scale = has > wanted ? wanted / has : 1;
  for (int each = 0; each < 3; each++) {
    const float value = Curved(linear[each] * scale * (1 - white) + white);
    to[each] = static_cast<uint8_t>(std::clamp(std::lround(255 * value), 0l, 255l));
  }
}

}  // namespace

Accent AccentOf(const Image& image) {
  struct Bin {
    float weight = 0;
    Colour sum{};
  };
  std::vector<Bin> bins(kBins);
  for (size_t at = 0; at + 4 <= image.pixels.size(); at += 4) {
    const uint8_t* pixel = &image.pixels[at];
    if (pixel[3] < 128) continue;
    const auto [least, most] = std::minmax({pixel[0], pixel[1], pixel[2]});
    /* A few vivid pixels count as much as many dull ones; black and white count least. */
    const float chroma = static_cast<float>(most - least) / 255;
    const float weight = 0.02f + chroma * chroma * (most < 40 ? 0.2f : 1);
    Bin& bin = bins[(pixel[0] >> 4) << 8 | (pixel[1] >> 4) << 4 | pixel[2] >> 4];
    bin.weight += weight;
    for (int each = 0; each < 3; each++) bin.sum[each] += weight * pixel[each] / 255;
  }
  const Bin& best = *std::max_element(bins.begin(), bins.end(), [](const Bin& a, const Bin& b) { return a.weight < b.weight; });
  Colour linear{};
  for (int each = 0; each < 3; each++) linear[each] = best.weight > 0 ? Linear(best.sum[each] / best.weight) : 0.2f;
  Accent accent{};
  Shade(linear, std::min(Luminance(linear), kDark), accent.dark);
  Shade(linear, std::max(Luminance(linear), kLight), accent.light);
  return accent;
}

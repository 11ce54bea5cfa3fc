/* Averages over areas: every pixel of the result is the mean of what lies below it, parts of pixels by their share. */
#include <algorithm>
#include <cstring>

#include "picture.h"

namespace {

/* One pixel: four channels at once (SSE, NEON). */
typedef float Pixel __attribute__((vector_size(16)));
typedef uint8_t Small __attribute__((vector_size(4)));

/* Part of the source below a pixel of the result, in one direction. */
struct Span {
  uint32_t first, last;
  float first_share, last_share;
};

std::vector<Span> SpansOf(uint32_t from, uint32_t to) {
  std::vector<Span> spans(to);
  const double step = double{1} * from / to;
  for (uint32_t at = 0; at < to; at++) {
    const double begin = at * step, end = std::min<double>(from, begin + step);
    const uint32_t first = std::min(from - 1, static_cast<uint32_t>(begin));
    const uint32_t last = std::min(from - 1, static_cast<uint32_t>(std::max(begin, end - 1e-9)));
    spans[at] = {first, last, static_cast<float>(std::min<double>(first + 1, end) - begin), static_cast<float>(end - last)};
  }
  return spans;
}

inline Pixel Load(const uint8_t* at, bool has_alpha) {
  Small small;
  memcpy(&small, at, sizeof small);
  const Pixel pixel = __builtin_convertvector(small, Pixel);
  if (!has_alpha) return pixel;
  /* What cannot be seen has no weight. */
  const float alpha = pixel[3] / 255;
  return pixel * Pixel{alpha, alpha, alpha, 1};
}

inline void Store(Pixel sum, bool has_alpha, uint8_t* to) {
  if (has_alpha && sum[3] > 0) {
    const float scale = 255 / sum[3];
    sum *= Pixel{scale, scale, scale, 1};
  }
  for (int each = 0; each < 4; each++) to[each] = static_cast<uint8_t>(std::min(255.0f, sum[each] + 0.5f));
}

class Shrinker {
 public:
  Shrinker(uint32_t width, uint32_t height, bool has_alpha, uint32_t edge, Image& to)
      : to_(to), has_alpha_(has_alpha), size_{width, height} {
    Fit(size_[0], size_[1], edge);
    to.width = size_[0];
    to.height = size_[1];
    to.has_alpha = has_alpha;
    to.pixels.resize(4 * size_t{to.width} * to.height);
    is_same_ = width == to.width && height == to.height;
    if (is_same_) return;
    columns_ = SpansOf(width, to.width);
    rows_ = SpansOf(height, to.height);
    sums_.assign(to.width, Pixel{});
    line_.resize(to.width);
    const float area = (1.0f * width / to.width) * (1.0f * height / to.height);
    scale_ = 1 / area;
  }

  /* The rows one after the other, every one once. */
  void Add(const uint8_t* row) {
    if (is_same_) {
      memcpy(&to_.pixels[4 * size_t{to_.width} * done_++], row, 4 * size_t{to_.width});
      return;
    }
    Across(row);
    /* The last row of one may be the first of the next. */
    while (done_ < to_.height && rows_[done_].first <= at_) {
      const Span& span = rows_[done_];
      const float share = at_ == span.first ? span.first_share : at_ == span.last ? span.last_share : 1;
      for (uint32_t x = 0; x < to_.width; x++) sums_[x] += line_[x] * share;
      if (span.last > at_) break;
      uint8_t* out = &to_.pixels[4 * size_t{to_.width} * done_];
      for (uint32_t x = 0; x < to_.width; x++) Store(sums_[x] * scale_, has_alpha_, out + 4 * x);
      std::fill(sums_.begin(), sums_.end(), Pixel{});
      done_++;
    }
    at_++;
  }

 private:
  void Across(const uint8_t* row) {
    for (uint32_t x = 0; x < to_.width; x++) {
      const Span& span = columns_[x];
      Pixel sum = Load(row + 4 * size_t{span.first}, has_alpha_) * span.first_share;
      for (uint32_t at = span.first + 1; at < span.last; at++) sum += Load(row + 4 * size_t{at}, has_alpha_);
      if (span.last > span.first) sum += Load(row + 4 * size_t{span.last}, has_alpha_) * span.last_share;
      line_[x] = sum;
    }
  }

  Image& to_;
  const bool has_alpha_;
  uint32_t size_[2];
  bool is_same_ = false;
  std::vector<Span> columns_, rows_;
  std::vector<Pixel> line_, sums_;
  float scale_ = 1;
  uint32_t at_ = 0, done_ = 0;
};

}  // namespace

void Fit(uint32_t& width, uint32_t& height, uint32_t edge) {
  const uint32_t longer = std::max(width, height);
  if (longer <= edge) return;
  const auto fit = [&](uint32_t side) { return std::max<uint32_t>(1, static_cast<uint32_t>((uint64_t{side} * edge + longer / 2) / longer)); };
  width = fit(width);
  height = fit(height);
}

bool Shrink(Reader& from, uint32_t edge, Image& to) {
  Shrinker shrinker(from.width, from.height, from.has_alpha, edge, to);
  Bytes row(4 * size_t{from.width});
  for (uint32_t y = 0; y < from.height; y++) {
    if (!from.Next(row.data())) return false;
    shrinker.Add(row.data());
  }
  return true;
}

void ShrinkImage(const Image& from, uint32_t edge, Image& to) {
  Shrinker shrinker(from.width, from.height, from.has_alpha, edge, to);
  for (uint32_t y = 0; y < from.height; y++) shrinker.Add(&from.pixels[4 * size_t{from.width} * y]);
}

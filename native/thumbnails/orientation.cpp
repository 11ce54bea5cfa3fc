/* Which way up a photograph stands: EXIF (CIPA DC-008), tag 0x0112 of the first directory. */
#include <cstring>

#include "picture.h"

namespace {

constexpr uint16_t kOrientation = 0x0112;
constexpr size_t kEntry = 12;

/* A TIFF structure, of which every read is checked. */
class Tiff {
 public:
  Tiff(const uint8_t* data, size_t size) : data_(data), size_(size), is_little_(size > 1 && data[0] == 'I') {}

  uint32_t Number(size_t at, size_t width) const {
    uint32_t value = 0;
    if (at > size_ || size_ - at < width) return 0;
    for (size_t each = 0; each < width; each++) value = value << 8 | data_[at + (is_little_ ? width - 1 - each : each)];
    return value;
  }

 private:
  const uint8_t* data_;
  size_t size_;
  bool is_little_;
};

}  // namespace

int OrientationOf(const uint8_t* segment, size_t size) {
  if (size < 14 || memcmp(segment, "Exif\0\0", 6) != 0) return 1;
  const Tiff tiff(segment + 6, size - 6);
  const size_t directory = tiff.Number(4, 4), count = tiff.Number(directory, 2);
  for (size_t each = 0; each < count; each++) {
    const size_t entry = directory + 2 + kEntry * each;
    if (tiff.Number(entry, 2) != kOrientation) continue;
    const uint32_t value = tiff.Number(entry + 8, 2);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

void TurnUpright(Image& image, int orientation) {
  if (orientation <= 1) return;
  const bool is_on_side = orientation >= 5;
  const bool mirrors_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool mirrors_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  Image turned;
  turned.width = is_on_side ? image.height : image.width;
  turned.height = is_on_side ? image.width : image.height;
  turned.has_alpha = image.has_alpha;
  turned.pixels.resize(image.pixels.size());
  for (uint32_t y = 0; y < turned.height; y++) {
    for (uint32_t x = 0; x < turned.width; x++) {
      const uint32_t across = is_on_side ? y : x, down = is_on_side ? x : y;
      const size_t from_x = mirrors_x ? image.width - 1 - across : across, from_y = mirrors_y ? image.height - 1 - down : down;
      memcpy(&turned.pixels[4 * (size_t{turned.width} * y + x)], &image.pixels[4 * (from_y * image.width + from_x)], 4);
    }
  }
  image = std::move(turned);
}

/* Reads WebP with libwebp, which scales while it decodes. Of an animation nothing: libwebp's decoder refuses it. */
#include <algorithm>
#include <cstring>

#include <webp/decode.h>

#include "picture.h"

namespace {

class Webp : public Reader {
 public:
  bool Start(const Bytes& file, uint32_t edge) override {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return false;
    if (WebPGetFeatures(file.data(), file.size(), &config.input) != VP8_STATUS_OK || config.input.has_animation) return false;
    width = static_cast<uint32_t>(config.input.width);
    height = static_cast<uint32_t>(config.input.height);
    if (uint64_t{width} * height > kMostPixels) return false;
    Fit(width, height, edge);
    has_alpha = config.input.has_alpha;
    rows_.resize(4 * size_t{width} * height);
    config.options.use_scaling = 1;
    config.options.scaled_width = static_cast<int>(width);
    config.options.scaled_height = static_cast<int>(height);
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA = {rows_.data(), static_cast<int>(4 * width), rows_.size()};
    return WebPDecode(file.data(), file.size(), &config) == VP8_STATUS_OK;
  }

  bool Next(uint8_t* row) override {
    memcpy(row, &rows_[4 * size_t{width} * next_++], 4 * size_t{width});
    return true;
  }

 private:
  Bytes rows_;
  uint32_t next_ = 0;
};

}  // namespace

std::unique_ptr<Reader> WebpReader() { return std::make_unique<Webp>(); }

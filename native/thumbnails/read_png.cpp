/* Reads PNG (ISO/IEC 15948) with libpng, row by row; an interlaced one as a whole, within a bound. */
#include <csetjmp>
#include <cstring>

#include <png.h>

#include "picture.h"

namespace {

void Ignore(png_structp, png_const_charp) {}
[[noreturn]] void Return(png_structp codec, png_const_charp) { png_longjmp(codec, 1); }

/* No method has an object with a destructor between setjmp(3) and what may call longjmp(3). */
class Png : public Reader {
 public:
  ~Png() override {
    if (codec_ != nullptr) png_destroy_read_struct(&codec_, &info_, nullptr);
  }

  bool Start(const Bytes& file, uint32_t) override {
    file_ = &file;
    codec_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, Return, Ignore);
    if (codec_ == nullptr) return false;
    if ((info_ = png_create_info_struct(codec_)) == nullptr) return false;
    if (setjmp(png_jmpbuf(codec_))) return false;
    png_set_read_fn(codec_, this, Read);
    /* Profiles, texts and dates may be packed bombs of their own. */
    png_set_keep_unknown_chunks(codec_, PNG_HANDLE_CHUNK_NEVER, nullptr, 0);
    png_set_chunk_malloc_max(codec_, 1 << 20);
    png_read_info(codec_, info_);
    width = png_get_image_width(codec_, info_);
    height = png_get_image_height(codec_, info_);
    if (uint64_t{width} * height > kMostPixels) return false;
    png_set_expand(codec_);
    png_set_scale_16(codec_);
    png_set_gray_to_rgb(codec_);
    png_set_add_alpha(codec_, 255, PNG_FILLER_AFTER);
    has_alpha = (png_get_color_type(codec_, info_) & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(codec_, info_, PNG_INFO_tRNS) != 0;
    const int passes = png_set_interlace_handling(codec_);
    png_read_update_info(codec_, info_);
    if (png_get_rowbytes(codec_, info_) != 4 * size_t{width}) return false;
    if (passes == 1) return true;
    if (4 * uint64_t{width} * height > kMostWhole) return false;
    whole_.resize(4 * size_t{width} * height);
    for (int pass = 0; pass < passes; pass++) {
      for (uint32_t row = 0; row < height; row++) png_read_row(codec_, &whole_[4 * size_t{width} * row], nullptr);
    }
    return true;
  }

  bool Next(uint8_t* row) override {
    if (!whole_.empty()) {
      memcpy(row, &whole_[4 * size_t{width} * next_++], 4 * size_t{width});
      return true;
    }
    if (setjmp(png_jmpbuf(codec_))) return false;
    png_read_row(codec_, row, nullptr);
    return true;
  }

 private:
  static void Read(png_structp codec, png_bytep to, size_t count) {
    Png& self = *static_cast<Png*>(png_get_io_ptr(codec));
    if (count > self.file_->size() - self.at_) png_error(codec, "cut");
    memcpy(to, self.file_->data() + self.at_, count);
    self.at_ += count;
  }

  const Bytes* file_ = nullptr;
  size_t at_ = 0;
  png_structp codec_ = nullptr;
  png_infop info_ = nullptr;
  Bytes whole_;
  uint32_t next_ = 0;
};

}  // namespace

std::unique_ptr<Reader> PngReader() { return std::make_unique<Png>(); }

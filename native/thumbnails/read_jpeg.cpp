/* Reads JPEG (ITU-T T.81) with libjpeg-turbo, reduced by 2, 4 or 8 in the inverse DCT. */
#include <csetjmp>
#include <cstdio>

#include <jpeglib.h>

#include "picture.h"

namespace {

struct Failure {
  jpeg_error_mgr manager;
  jmp_buf back;
};

void Return(j_common_ptr codec) { longjmp(reinterpret_cast<Failure*>(codec->err)->back, 1); }
void Silent(j_common_ptr) {}

/* No method has an object with a destructor between setjmp(3) and what may call longjmp(3). */
class Jpeg : public Reader {
 public:
  Jpeg() {
    codec_.err = jpeg_std_error(&failure_.manager);
    failure_.manager.error_exit = Return;
    failure_.manager.output_message = Silent;
  }
  ~Jpeg() override {
    if (is_made_) jpeg_destroy_decompress(&codec_);
  }

  bool Start(const Bytes& file, uint32_t edge) override {
    if (setjmp(failure_.back)) return false;
    jpeg_create_decompress(&codec_);
    is_made_ = true;
    jpeg_mem_src(&codec_, file.data(), file.size());
    jpeg_save_markers(&codec_, JPEG_APP0 + 1, 0xffff);
    jpeg_read_header(&codec_, TRUE);
    for (auto each = codec_.marker_list; each != nullptr && orientation == 1; each = each->next) {
      orientation = OrientationOf(each->data, each->data_length);
    }
    if (uint64_t{codec_.image_width} * codec_.image_height > kMostPixels) return false;
    const uint32_t longer = codec_.image_width > codec_.image_height ? codec_.image_width : codec_.image_height;
    codec_.scale_num = 1;
    codec_.scale_denom = 1;
    while (codec_.scale_denom < 8 && longer / (codec_.scale_denom * 2) >= edge) codec_.scale_denom *= 2;
    /* Colours that libjpeg does not convert: printers' inks (Adobe's programs write them inverted). */
    is_cmyk_ = codec_.jpeg_color_space == JCS_CMYK || codec_.jpeg_color_space == JCS_YCCK;
    codec_.out_color_space = is_cmyk_ ? JCS_CMYK : JCS_EXT_RGBA;
    codec_.dct_method = JDCT_ISLOW;
    jpeg_start_decompress(&codec_);
    width = codec_.output_width;
    height = codec_.output_height;
    return true;
  }

  bool Next(uint8_t* row) override {
    if (setjmp(failure_.back)) return false;
    JSAMPROW rows[] = {row};
    if (jpeg_read_scanlines(&codec_, rows, 1) != 1) return false;
    if (is_cmyk_) ToRgb(row);
    return true;
  }

 private:
  void ToRgb(uint8_t* row) const {
    const bool inverted = codec_.saw_Adobe_marker;
    for (uint8_t* at = row; at < row + 4 * size_t{width}; at += 4) {
      const int black = inverted ? at[3] : 255 - at[3];
      for (int each = 0; each < 3; each++) at[each] = static_cast<uint8_t>((inverted ? at[each] : 255 - at[each]) * black / 255);
      at[3] = 255;
    }
  }

  jpeg_decompress_struct codec_{};
  Failure failure_{};
  bool is_made_ = false, is_cmyk_ = false;
};

}  // namespace

std::unique_ptr<Reader> JpegReader() { return std::make_unique<Jpeg>(); }

/* Writes JPEG with libjpeg-turbo and WebP with libwebp. */
#include <csetjmp>
#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>
#include <webp/encode.h>

#include "picture.h"

namespace {

constexpr int kJpegQuality = 85;
constexpr float kWebpQuality = 78;
/* 0 is the fastest, 6 the smallest; README.md has what each costs. */
constexpr int kWebpEffort = 2;

struct Failure {
  jpeg_error_mgr manager;
  jmp_buf back;
};

void Return(j_common_ptr codec) { longjmp(reinterpret_cast<Failure*>(codec->err)->back, 1); }
void Silent(j_common_ptr) {}

/* On white, as a JPEG has no transparency. */
void Flatten(const uint8_t* from, size_t count, uint8_t* to) {
  for (size_t at = 0; at < 4 * count; at += 4) {
    const int alpha = from[at + 3];
    for (size_t each = 0; each < 3; each++) to[at + each] = static_cast<uint8_t>((from[at + each] * alpha + 255 * (255 - alpha)) / 255);
    to[at + 3] = 255;
  }
}

/* What is open when libjpeg returns by longjmp(3): outside of the function that calls setjmp(3). */
struct JpegOutput {
  jpeg_compress_struct codec{};
  Failure failure{};
  unsigned char* written = nullptr;
  unsigned long size = 0;
  Bytes row;
  ~JpegOutput() {
    jpeg_destroy_compress(&codec);
    free(written);
  }
};

bool Compress(const Image& image, JpegOutput& out) {
  if (setjmp(out.failure.back)) return false;
  jpeg_mem_dest(&out.codec, &out.written, &out.size);
  out.codec.image_width = image.width;
  out.codec.image_height = image.height;
  out.codec.input_components = 4;
  out.codec.in_color_space = JCS_EXT_RGBA;
  jpeg_set_defaults(&out.codec);
  jpeg_set_quality(&out.codec, kJpegQuality, TRUE);
  out.codec.optimize_coding = TRUE;
  jpeg_start_compress(&out.codec, TRUE);
  for (uint32_t y = 0; y < image.height; y++) {
    Flatten(&image.pixels[4 * size_t{image.width} * y], image.width, out.row.data());
    JSAMPROW rows[] = {out.row.data()};
    jpeg_write_scanlines(&out.codec, rows, 1);
  }
  jpeg_finish_compress(&out.codec);
  return true;
}

}  // namespace

bool WriteJpeg(const Image& image, Bytes& to) {
  JpegOutput out;
  out.row.resize(4 * size_t{image.width});
  out.codec.err = jpeg_std_error(&out.failure.manager);
  out.failure.manager.error_exit = Return;
  out.failure.manager.output_message = Silent;
  jpeg_create_compress(&out.codec);
  if (!Compress(image, out)) return false;
  to.assign(out.written, out.written + out.size);
  return true;
}

bool WriteWebp(const Image& image, Bytes& to) {
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigPreset(&config, WEBP_PRESET_PHOTO, kWebpQuality) || !WebPPictureInit(&picture)) return false;
  config.method = kWebpEffort;
  picture.width = static_cast<int>(image.width);
  picture.height = static_cast<int>(image.height);
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  const int stride = 4 * picture.width;
  const bool is_made = (image.has_alpha ? WebPPictureImportRGBA : WebPPictureImportRGBX)(&picture, image.pixels.data(), stride) &&
                       WebPEncode(&config, &picture);
  if (is_made) to.assign(writer.mem, writer.mem + writer.size);
  WebPPictureFree(&picture);
  WebPMemoryWriterClear(&writer);
  return is_made;
}

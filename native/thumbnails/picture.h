/* Pictures while they are made smaller: a reader gives rows, `Shrink` averages them, encoders write the result. */
#ifndef TONEARM_THUMBNAILS_PICTURE_H
#define TONEARM_THUMBNAILS_PICTURE_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

using Bytes = std::vector<uint8_t>;

/* Pixels of a picture at most, some 7000 x 7000: a few kilobytes can say that they are billions. */
constexpr uint64_t kMostPixels = 50'000'000;
/* Bytes of a picture that can only be decoded as a whole (an interlaced PNG). */
constexpr uint64_t kMostWhole = 40u << 20;

/* RGBA, 8 bits a channel, colours not multiplied by alpha, rows from top to bottom. */
struct Image {
  uint32_t width = 0, height = 0;
  bool has_alpha = false;
  Bytes pixels;
};

/* Gives the rows of a picture, already reduced while decoding where the format can do that. */
class Reader {
 public:
  virtual ~Reader() = default;
  /* Reads the header. `edge`: pixels of the longer side that are wanted; rows may be longer. False: refused. */
  virtual bool Start(const Bytes& file, uint32_t edge) = 0;
  /* Writes the next row, RGBA. False: damaged. */
  virtual bool Next(uint8_t* row) = 0;

  uint32_t width = 0, height = 0;
  bool has_alpha = false;
  /* 1 to 8 as in EXIF; 1 stands upright. */
  int orientation = 1;
};

/* Null for a format without a reader. */
std::unique_ptr<Reader> ReaderFor(const Bytes& file);
std::unique_ptr<Reader> JpegReader();
std::unique_ptr<Reader> PngReader();
std::unique_ptr<Reader> WebpReader();

/* Sizes that fit into a square of `edge`; a smaller picture keeps its own. */
void Fit(uint32_t& width, uint32_t& height, uint32_t edge);

/* Averages the rows of a picture over areas. False when a row is damaged. */
bool Shrink(Reader& from, uint32_t edge, Image& to);
/* Averages over an image in memory. */
void ShrinkImage(const Image& from, uint32_t edge, Image& to);

/* Orientation that a segment APP1 of a JPEG says; 1 where it says none. */
int OrientationOf(const uint8_t* segment, size_t size);
void TurnUpright(Image& image, int orientation);

/* Transparent parts become white in a JPEG and stay transparent in a WebP. False: no memory. */
bool WriteJpeg(const Image& image, Bytes& to);
bool WriteWebp(const Image& image, Bytes& to);

/* Two shades of the colour that stands out: one that carries white text, one that carries black text (see accent.cpp). */
struct Accent {
  uint8_t dark[3], light[3];
};
Accent AccentOf(const Image& image);

#endif

// FLAC (RFC 9639 section 8): STREAMINFO, Vorbis comments and picture headers.
#include "tag_formats.h"

#include <algorithm>

namespace tonearm {

namespace {

constexpr unsigned STREAM_INFORMATION = 0, VORBIS_COMMENT = 4, PICTURE = 6, MOST_BLOCKS = 64;
constexpr size_t STREAM_INFORMATION_BYTES = 34, SMALLEST_PICTURE = 128, PICTURE_HEADER = 1024;
constexpr uint32_t FRONT_COVER = 3;

// False for one that does not fill its block exactly.
bool addPicture(TagRecord& record, Bytes block, uint32_t length, bool& hasFront) {
  // Each part is bounded before the next one is looked for.
  const uint32_t formatBytes = block.u32be(4);
  if (formatBytes > PICTURE_HEADER || !block.has(8, formatBytes + 4)) return false;
  const uint32_t describedBytes = block.u32be(8 + formatBytes);
  const size_t described = 8 + formatBytes + 4;
  if (describedBytes > PICTURE_HEADER || !block.has(described, describedBytes + 20)) return false;
  const size_t lengthAt = described + describedBytes + 16;
  const uint32_t bytes = block.u32be(lengthAt);
  if (bytes == 0 || static_cast<uint64_t>(lengthAt) + 4 + bytes != length) return false;
  const std::string_view format = block.text(8, formatBytes);
  const bool isJpeg = format == "image/jpeg" || format == "image/jpg";
  if (!isJpeg && format != "image/png") return false;
  const bool isFront = block.u32be(0) == FRONT_COVER && !hasFront;
  hasFront = hasFront || isFront;
  return (record.has(TagText::Picture) && !isFront) ||
         record.set(TagText::Picture, isJpeg ? u"image/jpeg" : u"image/png", true);
}

struct Stream {
  double sampleRate = 0, samples = 0;
};

// False for a stream of unknown length, or of more samples than 31 bits count.
bool readStream(Bytes bytes, Stream& stream) {
  const uint32_t rate = bytes.u24be(10) >> 4, samples = bytes.u32be(14);
  stream = {static_cast<double>(rate), static_cast<double>(samples)};
  return (bytes.at(13) & 0xf) == 0 && samples < 1u << 31 && samples != 0 && rate != 0;
}

}  // namespace

bool readFlac(TagWindow& window, TagRecord& record) {
  Bytes bytes;
  Stream stream;
  bool commented = false, hasFront = false;
  uint64_t at = 4;
  if (!window.bytes(0, 4, bytes) || !bytes.says(0, "fLaC")) return false;
  bool last = false;
  for (unsigned block = 0; !last; block++) {
    if (block >= MOST_BLOCKS || !window.bytes(at, 4, bytes)) return false;
    last = bytes.at(0) >= 0x80;
    const unsigned type = bytes.at(0) & 0x7f;
    const uint32_t length = bytes.u24be(1);
    at += 4;
    if (at + length > window.size() || type > PICTURE || (type == STREAM_INFORMATION) != (block == 0)) return false;
    if (type == STREAM_INFORMATION) {
      if (length != STREAM_INFORMATION_BYTES || !window.bytes(at, length, bytes) || !readStream(bytes, stream)) {
        return false;
      }
    } else if (type == VORBIS_COMMENT) {
      if (commented || length < 8 || !window.bytes(at, length, bytes) || !addComments(record, bytes)) return false;
      commented = true;
    } else if (type == PICTURE) {
      if (length < SMALLEST_PICTURE || !window.bytes(at, std::min<size_t>(length, PICTURE_HEADER), bytes) ||
          !addPicture(record, bytes, length, hasFront)) {
        return false;
      }
    }
    at += length;
  }
  const double duration = stream.samples / stream.sampleRate;
  record.number(TagNumber::SampleRate) = stream.sampleRate;
  record.setSeconds(duration);
  record.number(TagNumber::BitRate) = 8 * static_cast<double>(window.size() - at) / duration;
  return true;
}

}  // namespace tonearm

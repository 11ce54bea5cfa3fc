#include "tag_flac.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tonearm {

namespace {

constexpr unsigned STREAM_INFORMATION = 0, VORBIS_COMMENT = 4, PICTURE = 6, MOST_BLOCKS = 64;
constexpr size_t STREAM_INFORMATION_BYTES = 34, SMALLEST_PICTURE = 128, PICTURE_HEADER = 1024;
constexpr uint32_t FRONT_COVER = 3;
constexpr double LENGTH_LIMIT = INT32_MAX;

struct CommentName {
  std::string_view name;
  TagText text;
};

// Those of which there is one, and those of which there may be several.
constexpr CommentName SINGLE[] = {{"TITLE", TagText::Title},
                                  {"ALBUM", TagText::Album},
                                  {"COPYRIGHT", TagText::Copyright},
                                  {"WORK", TagText::Work},
                                  {"GROUPING", TagText::Grouping},
                                  {"ALBUMARTIST", TagText::AlbumArtist},
                                  {"ALBUM ARTIST", TagText::AlbumArtist}};
constexpr CommentName SEVERAL[] = {{"COMPOSER", TagText::Composers},
                                   {"GENRE", TagText::Genres},
                                   {"LABEL", TagText::Labels},
                                   {"ORGANIZATION", TagText::Labels},
                                   {"PUBLISHER", TagText::Labels}};
constexpr std::string_view UNUSUAL[] = {
    "DISCOGS_ARTISTS", "DISCOGS_ARTIST_NAME", "DISCOGS_ALBUM_ARTISTS", "DISCOGS_LABEL", "DISCOGS_RELEASED", "STYLE",
    "METADATA_BLOCK_PICTURE", "CUESHEET"};

template <size_t Count>
TagText textNamed(std::string_view name, const CommentName (&names)[Count]) {
  const auto isIt = [&](const CommentName& each) { return each.name == name; };
  const auto found = std::find_if(std::begin(names), std::end(names), isIt);
  return found == std::end(names) ? TagText::Count : found->text;
}

class Comments {
 public:
  explicit Comments(TagRecord& record) : record_(record) {}

  bool add(Bytes comment);
  // What is settled by all of them together.
  bool finish();

 private:
  bool addNumber(TextView value, TagNumber which, bool& seen);

  TagRecord& record_;
  Text text_, otherArtist_;
  bool hasTrack_ = false, hasDisc_ = false, hasCompilation_ = false, hasOwnArtists_ = false;
};

bool Comments::addNumber(TextView value, TagNumber which, bool& seen) {
  if (seen) return false;
  seen = true;
  return numberOf(value, record_.number(which));
}

bool Comments::add(Bytes comment) {
  std::string key;
  if (!decodeUtf8(comment, text_)) return false;
  const size_t sign = text_.find(u'=');
  if (sign == 0 || sign == Text::npos || !upperCased(TextView(text_).substr(0, sign), key)) return false;
  const TextView value = TextView(text_).substr(sign + 1);
  if (value.empty() || std::find(std::begin(UNUSUAL), std::end(UNUSUAL), key) != std::end(UNUSUAL)) return false;
  if (key == "ARTIST") {
    if (!record_.has(TagText::Artist) && !record_.set(TagText::Artist, value)) return false;
    TextView clean = value;
    return hasOwnArtists_ ? trimClean(clean) : record_.add(TagText::Artists, value);
  }
  if (key == "ARTISTS") {
    if (!hasOwnArtists_) record_.forget(TagText::Artists);
    hasOwnArtists_ = true;
    return record_.add(TagText::Artists, value);
  }
  if (key == "ALBUM_ARTIST") {
    if (otherArtist_.empty()) otherArtist_ = value;
    return true;
  }
  if (key == "DATE") return record_.setDate(value);
  if (key == "TRACKNUMBER") return addNumber(value, TagNumber::Track, hasTrack_);
  if (key == "DISCNUMBER") return addNumber(value, TagNumber::Disc, hasDisc_);
  if (key == "COMPILATION") {
    if (hasCompilation_) return false;
    hasCompilation_ = true;
    record_.number(TagNumber::Compilation) = equals(value, "1") ? 1 : 0;
    return true;
  }
  const TagText gain = replayGainNamed(key);
  if (gain != TagText::Count) return record_.set(gain, value) && isReplayGain(gain, value);
  const TagText single = textNamed(key, SINGLE), several = textNamed(key, SEVERAL);
  if (single != TagText::Count) return record_.set(single, value);
  return several == TagText::Count || record_.add(several, value);
}

bool Comments::finish() {
  if (!record_.has(TagText::AlbumArtist) && !otherArtist_.empty() && !record_.set(TagText::AlbumArtist, otherArtist_)) {
    return false;
  }
  return record_.has(TagText::Artist) || !hasOwnArtists_;
}

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

bool addComments(TagRecord& record, Bytes bytes) {
  const uint64_t countAt = 4 + static_cast<uint64_t>(bytes.u32le(0));
  if (bytes.size() < 8 || countAt + 4 > bytes.size()) return false;
  const uint32_t count = bytes.u32le(static_cast<size_t>(countAt));
  size_t at = static_cast<size_t>(countAt) + 4;
  Comments comments(record);
  for (uint32_t index = 0; index < count; index++) {
    if (!bytes.has(at, 4)) return false;
    const uint32_t length = bytes.u32le(at);
    at += 4;
    if (!bytes.has(at, length) || !comments.add(bytes.cut(at, length))) return false;
    at += length;
  }
  return comments.finish();
}

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
  record.number(TagNumber::Length) = std::min(std::floor(duration * 1000), LENGTH_LIMIT);
  record.number(TagNumber::BitRate) = 8 * static_cast<double>(window.size() - at) / duration;
  return true;
}

}  // namespace tonearm

// MP4 audio as iTunes and ffmpeg write it (ISO/IEC 14496-12, Apple's QuickTime file format): one track of sound, tags
// in `ilst`.
#include "tag_formats.h"

#include <algorithm>

namespace tonearm {

namespace {

constexpr uint64_t TABLE_LIMIT = 4 << 20, TYPES_LIMIT = 16'384;
constexpr unsigned MOST_READS = 512;
constexpr size_t MOVIE_BYTES = 100, MEDIA_BYTES = 24, HANDLER_BYTES = 24, DESCRIPTION_BYTES = 44, EDIT_BYTES = 20;
constexpr uint32_t FREE = fourLetters("free"), HANDLER = fourLetters("hdlr");

// Bytes of an entry of a track's table; 0 for what is no table that is looked at.
uint64_t entryBytes(uint32_t name) {
  if (name == fourLetters("stts")) return 8;
  if (name == fourLetters("stsc")) return 12;
  return name == fourLetters("stco") ? 4 : 0;
}

class Movie {
 public:
  Movie(TagWindow& window, TagRecord& record) : window_(window), record_(record), boxes_(window) {}

  bool read();

 private:
  bool readMovie(const Box& movie);
  bool readTags(const Box& user);
  bool readTrack(const Box& track);
  bool readMedia(const Box& media, const Box& edits);
  bool readTables(const Box& samples);
  bool readRate(const Box& descriptions);
  bool readSize(const Box& sizes);
  bool readEdits(const Box& edits);
  // False when they are not all there.
  bool at(const Box& box, size_t count, Bytes& bytes) {
    return box.size() >= count && window_.bytes(box.start, count, bytes);
  }

  TagWindow& window_;
  TagRecord& record_;
  Boxes boxes_;
  // Time scales of the movie and of the sound, in units a second.
  double movieScale_ = 0, timescale_ = 0;
  // Length of the sound in `timescale_`, and its bytes.
  double length_ = 0, bytes_ = 0;
  bool isEdited_ = false;
};

bool Movie::read() {
  Box movie, types;
  const auto see = [&](const Box& box) {
    if (!types.isThere()) {
      types = box;
      return box.name == fourLetters("ftyp") && box.size() >= 8 && box.size() % 4 == 0 && box.size() <= TYPES_LIMIT;
    }
    if (box.name == fourLetters("moov")) return keep(movie, box);
    return box.name == fourLetters("mdat") || box.name == FREE || box.name == fourLetters("wide") ||
           box.name == fourLetters("ftyp");
  };
  return boxes_.each(0, window_.size(), see) && movie.isThere() && readMovie(movie);
}

bool Movie::readMovie(const Box& movie) {
  Box header, track, user;
  const auto see = [&](const Box& box) {
    if (box.name == fourLetters("mvhd")) return keep(header, box);
    if (box.name == fourLetters("trak")) return keep(track, box);
    if (box.name == fourLetters("udta")) return keep(user, box);
    return box.name == FREE || box.name == fourLetters("iods");
  };
  Bytes bytes;
  if (!boxes_.each(movie, see) || header.size() != MOVIE_BYTES || !at(header, 16, bytes)) return false;
  movieScale_ = bytes.u32be(12);
  return track.isThere() && readTrack(track) && (!user.isThere() || readTags(user));
}

bool Movie::readTrack(const Box& track) {
  Box header, media, edits;
  bool isPlain = true;
  const auto see = [&](const Box& box) {
    if (box.name == fourLetters("tkhd")) return keep(header, box);
    if (box.name == fourLetters("mdia")) return keep(media, box);
    if (box.name == fourLetters("edts")) return keep(edits, box);
    isPlain = false;
    return true;
  };
  if (!boxes_.each(track, see) || !media.isThere() || !readMedia(media, edits)) return false;
  const double duration = length_ / timescale_;
  record_.number(TagNumber::BitRate) = 8 * bytes_ / duration;
  if (!isEdited_) record_.setSeconds(duration);
  // The full reader refuses a track header of a later version than 1.
  Bytes bytes;
  return isPlain && (header.size() == 84 || header.size() == 96) && at(header, 1, bytes) && bytes.at(0) <= 1;
}

// The length comes first: it is told also of a file that is for another reader.
bool Movie::readMedia(const Box& media, const Box& edits) {
  Box header, handler, information, samples;
  const auto see = [&](const Box& box) {
    if (box.name == fourLetters("mdhd")) return keep(header, box);
    if (box.name == HANDLER) return keep(handler, box);
    return box.name != fourLetters("minf") || keep(information, box);
  };
  const auto seeInside = [&](const Box& box) {
    return box.name != HANDLER && (box.name != fourLetters("stbl") || keep(samples, box));
  };
  Bytes bytes;
  if (!boxes_.each(media, see)) return false;
  if (header.size() != MEDIA_BYTES || !at(header, MEDIA_BYTES, bytes) || bytes.at(0) != 0) return false;
  timescale_ = bytes.u32be(12);
  length_ = bytes.u32be(16);
  if (timescale_ == 0 || length_ == 0 || length_ == UINT32_MAX) return false;
  if (edits.isThere() && !readEdits(edits)) return false;
  if (!at(handler, HANDLER_BYTES, bytes) || !bytes.says(8, "soun")) return false;
  return information.isThere() && boxes_.each(information, seeInside) && samples.isThere() && readTables(samples);
}

bool Movie::readTables(const Box& samples) {
  Box descriptions, sizes;
  const auto see = [&](const Box& box) {
    if (box.name == fourLetters("stsd")) return keep(descriptions, box);
    if (box.name == fourLetters("stsz")) return keep(sizes, box);
    const uint64_t entry = entryBytes(box.name);
    Bytes bytes;
    return entry == 0 || (at(box, 8, bytes) && box.size() == 8 + entry * bytes.u32be(4));
  };
  return boxes_.each(samples, see) && readRate(descriptions) && readSize(sizes);
}

// Reads the rate of one sample description, version 0 or 1.
bool Movie::readRate(const Box& descriptions) {
  Bytes bytes;
  if (!at(descriptions, DESCRIPTION_BYTES, bytes) || bytes.u32be(4) != 1 || bytes.u16be(42) != 0) return false;
  const uint32_t size = bytes.u32be(8);
  if (size < 36 || size > descriptions.size() - 8 || bytes.u16be(24) > 1) return false;
  record_.number(TagNumber::SampleRate) = bytes.u16be(40);
  return bytes.says(12, "mp4a") || bytes.says(12, "alac");
}

// Reads the size of all samples.
bool Movie::readSize(const Box& sizes) {
  Bytes bytes;
  if (sizes.size() < 16 || sizes.size() > TABLE_LIMIT || !at(sizes, 12, bytes) || bytes.u32be(4) != 0) return false;
  if (sizes.size() != 12 + uint64_t{4} * bytes.u32be(8)) return false;
  int64_t sum = 0;
  for (uint64_t from = sizes.start + 12; from < sizes.end;) {
    const size_t piece = static_cast<size_t>(std::min<uint64_t>(sizes.end - from, TagWindow::FURTHER));
    if (!window_.bytes(from, piece, bytes)) return false;
    for (size_t each = 0; each < piece; each += 4) sum += static_cast<int32_t>(bytes.u32be(each));
    from += piece;
  }
  bytes_ = static_cast<double>(sum);
  return sum > 0;
}

// An edit list leaves out what the encoder put before and behind; one that does not say it plainly, or leaves less than
// a millisecond, is as none.
bool Movie::readEdits(const Box& edits) {
  Box list;
  const auto see = [&](const Box& box) { return box.name != fourLetters("elst") || keep(list, box); };
  if (!boxes_.each(edits, see)) return false;
  if (list.size() < EDIT_BYTES) return true;
  Bytes bytes;
  if (!at(list, EDIT_BYTES, bytes)) return false;
  const double edit = bytes.u32be(8), from = static_cast<int32_t>(bytes.u32be(12));
  const bool isPlain = bytes.at(0) == 0 && bytes.u32be(4) == 1;
  if (!isPlain || edit == 0 || from < 0 || from >= length_ || movieScale_ == 0) return true;
  const double seconds = std::min(edit / movieScale_, (length_ - from) / timescale_);
  if (seconds < 0.001) return true;
  record_.setSeconds(seconds);
  isEdited_ = true;
  return true;
}

bool Movie::readTags(const Box& user) {
  Box meta, list;
  const auto seeInUser = [&](const Box& box) {
    if (box.name == fourLetters("meta")) return keep(meta, box);
    return box.name == FREE || box.name == fourLetters("chpl");
  };
  const auto seeInMeta = [&](const Box& box) {
    if (box.name == fourLetters("ilst")) return keep(list, box);
    return box.name == HANDLER || box.name == FREE;
  };
  Bytes bytes;
  if (!boxes_.each(user, seeInUser)) return false;
  // Without what follows it is QuickTime's own, which has no version before its boxes.
  if (!meta.isThere() || !at(meta, 8, bytes) || bytes.says(4, "hdlr")) return false;
  return boxes_.each(meta.start + 4, meta.end, seeInMeta) && list.isThere() &&
         addMp4Items(window_, boxes_, record_, list);
}

}  // namespace

bool readMp4(TagWindow& window, TagRecord& record) {
  window.allow(MOST_READS);
  return Movie(window, record).read();
}

}  // namespace tonearm

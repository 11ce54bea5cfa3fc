// ID3v2.2, 2.3 and 2.4 tags without extended header, compression or encryption, and ID3v1 behind the audio.
// Source: id3.org, the structures and native frames.
#include "tag_formats.h"

namespace tonearm {

namespace {

constexpr size_t TAG_HEADER = 10, TEXT_LIMIT = 16'384, PICTURE_HEADER = 1024, COUNTER_BYTES = 4;
constexpr uint8_t FRONT_COVER = 3;
// Flags of a tag, and of a frame, of ID3v2.4: a zero stands behind each FF; four bytes of length precede the content.
constexpr uint8_t UNSYNCHRONISED_TAG = 0x80, UNSYNCHRONISED = 2, LENGTH_GIVEN = 1;
constexpr size_t LENGTH_BYTES = 4;

// Frames without anything for us, those of ID3v2.2 among them.
constexpr std::string_view IGNORED[] = {
    "PRIV", "UFID", "MCDI", "RVA2", "RVAD", "RGAD", "NCON", "WCOM", "WCOP", "WOAF", "WOAR", "WOAS",
    "WORS", "WPAY", "WPUB", "UFI",  "MCI",  "RVA",  "WXX",  "WAF",  "WAR",  "WAS",  "WCM",  "WCP", "WPB"};
constexpr std::string_view ENCODED[] = {"COMM", "USLT", "WXXX", "GEOB", "COM", "ULT"};
constexpr std::string_view UNUSUAL_TEXTS[] = {"TDRV", "TIPL", "TMCL", "TDR"};
constexpr std::string_view UNUSUAL_OWN_TEXTS[] = {
    "DISCOGS_ARTISTS",  "DISCOGS_ARTIST_NAME", "DISCOGS_ALBUM_ARTISTS", "DISCOGS_LABEL",
    "DISCOGS_RELEASED", "STYLE",               "CUESHEET"};

enum class Frame : uint8_t {
  Title,
  Artist,
  AlbumArtist,
  Album,
  Grouping,
  Copyright,
  Compilation,
  Track,
  Disc,
  Year,
  Date,
  Composer,
  Publisher,
  Genre,
  ArtistSort,
  AlbumSort,
  AlbumArtistSort,
  None,
};

struct FrameName {
  std::string_view name, shortName;
  Frame frame;
};

constexpr FrameName FRAMES[] = {
    {"TIT2", "TT2", Frame::Title},      {"TPE1", "TP1", Frame::Artist},       {"TPE2", "TP2", Frame::AlbumArtist},
    {"TALB", "TAL", Frame::Album},      {"TIT1", "TT1", Frame::Grouping},     {"TCOP", "TCR", Frame::Copyright},
    {"TCMP", "TCP", Frame::Compilation}, {"TRCK", "TRK", Frame::Track},       {"TPOS", "TPA", Frame::Disc},
    {"TYER", "TYE", Frame::Year},       {"TDRC", "", Frame::Date},            {"TCOM", "TCM", Frame::Composer},
    {"TPUB", "TPB", Frame::Publisher},  {"TCON", "TCO", Frame::Genre},       {"TSOP", "TSP", Frame::ArtistSort},
    {"TSOA", "TSA", Frame::AlbumSort},  {"TSO2", "TS2", Frame::AlbumArtistSort}};

// 28 bits in four bytes; false when one of them is too large.
bool synchSafe(Bytes bytes, size_t at, uint32_t& value) {
  const uint32_t raw = bytes.u32be(at);
  value = (raw >> 24) << 21 | (raw >> 16 & 0x7f) << 14 | (raw >> 8 & 0x7f) << 7 | (raw & 0x7f);
  return (raw & 0x80808080) == 0;
}

struct FrameHead {
  // Offset of the content.
  uint64_t at = 0;
  uint32_t length = 0;
  bool unsynchronised = false;
};

class TagReading {
 public:
  TagReading(TagWindow& window, TagRecord& record, unsigned version)
      : window_(window), record_(record), version_(version) {}

  bool addFrame(std::string_view id, const FrameHead& frame);
  // Whether what was found can stand together.
  bool complete() const {
    return (record_.has(TagText::Artist) || !record_.has(TagText::Artists)) && !(saw(Frame::Year) && saw(Frame::Date));
  }
  bool saw(Frame frame) const { return (seen_ >> static_cast<unsigned>(frame) & 1) != 0; }

 private:
  Frame frameNamed(std::string_view id) const;
  bool content(const FrameHead& frame, size_t most, Bytes& bytes);
  // Into `text_`.
  bool decode(Bytes bytes, TextEncoding encoding);
  bool addText(Frame frame, Bytes bytes);
  bool addValues(Frame frame, TextView text);
  bool addOne(Frame frame, TextView value);
  // In a list of ID3 spaces at the ends of values do not count.
  bool addTrimmed(TagText list, TextView value) { return trimClean(value) && record_.add(list, value); }
  bool addOwnText(Bytes bytes);
  bool addPicture(Bytes bytes);

  TagWindow& window_;
  TagRecord& record_;
  const unsigned version_;
  uint32_t seen_ = 0;
  bool hasOwnArtists_ = false, hasFrontCover_ = false;
  // Reused from frame to frame.
  Text text_;
  std::vector<uint8_t> plain_;
};

Frame TagReading::frameNamed(std::string_view id) const {
  for (const FrameName& each : FRAMES) {
    if (id == (version_ == 2 ? each.shortName : each.name)) return each.frame;
  }
  return Frame::None;
}

bool isSafe(Bytes bytes) {
  if (bytes.at(0) != static_cast<uint8_t>(TextEncoding::Utf16)) return false;
  for (size_t at = 1; at + 1 < bytes.size(); at++) {
    if (bytes.u16be(at) == 0xfeff) return false;
  }
  return true;
}

bool isPlainEncoding(uint8_t encoding) {
  return encoding == static_cast<uint8_t>(TextEncoding::Latin1) || encoding == static_cast<uint8_t>(TextEncoding::Utf8);
}

// A count, behind a text that ends with a zero and one byte where there is one.
bool hasSmallCount(Bytes bytes, bool text) {
  const size_t zero = text ? bytes.find(0) : 0;
  if (zero == Bytes::NOWHERE) return false;
  const size_t before = text ? zero + 2 : 0;
  return bytes.size() >= before && bytes.size() <= before + COUNTER_BYTES;
}

// As much of a frame as `most`, as it was before it was unsynchronised.
bool TagReading::content(const FrameHead& frame, size_t most, Bytes& bytes) {
  if (!window_.bytes(frame.at, std::min<size_t>(frame.length, most), bytes)) return false;
  if (!frame.unsynchronised) return true;
  plain_.clear();
  for (size_t at = 0; at < bytes.size(); at++) {
    plain_.push_back(bytes.at(at));
    if (bytes.at(at) == 0xff && bytes.has(at + 1, 1) && bytes.at(at + 1) == 0) at++;
  }
  bytes = Bytes(plain_.data(), plain_.size());
  return true;
}

bool TagReading::addFrame(std::string_view id, const FrameHead& head) {
  Bytes bytes;
  if (id == "APIC" || id == "PIC") return content(head, PICTURE_HEADER, bytes) && addPicture(bytes);
  const Frame frame = frameNamed(id);
  if (id.front() == 'T' && id != "TXXX" && frame == Frame::None) return !isOneOf(id, UNUSUAL_TEXTS);
  if (isOneOf(id, IGNORED)) return true;
  if (head.length > TEXT_LIMIT || !content(head, TEXT_LIMIT, bytes)) return false;
  if (id == "TXXX") return addOwnText(bytes);
  if (frame != Frame::None) return addText(frame, bytes);
  if (id == "PCNT" || id == "POPM") return hasSmallCount(bytes, id == "POPM");
  return isOneOf(id, ENCODED) && bytes.size() > 4 && (isPlainEncoding(bytes.at(0)) || isSafe(bytes));
}

bool TagReading::decode(Bytes bytes, TextEncoding encoding) {
  if (!decodeText(bytes, encoding, text_)) return false;
  if (encoding == TextEncoding::Latin1) record_.noteUnlabelled(text_);
  return true;
}

bool TagReading::addText(Frame frame, Bytes bytes) {
  if (saw(frame)) return false;
  seen_ |= 1u << static_cast<unsigned>(frame);
  return decode(bytes.after(1), static_cast<TextEncoding>(bytes.at(0))) && addValues(frame, text_);
}

// In ID3v2.4 a zero stands between the values of most frames. A zero that is left makes a text unclean.
bool TagReading::addValues(Frame frame, TextView text) {
  while (!text.empty() && text.back() == 0) text.remove_suffix(1);
  const bool several = frame == Frame::Artist || frame == Frame::Composer || frame == Frame::Genre ||
                       frame == Frame::Publisher || frame == Frame::ArtistSort;
  if (version_ == 4 && several) {
    return eachValue(text, u'\0', [&](TextView value) { return addOne(frame, value); });
  }
  return addOne(frame, text);
}

bool TagReading::addOne(Frame frame, TextView value) {
  switch (frame) {
    case Frame::Title:
      return record_.set(TagText::Title, value);
    case Frame::Artist:
      // Artists of their own win, but these must be clean too.
      if (!trimClean(value) || !record_.extend(TagText::Artist, value)) return false;
      return hasOwnArtists_ || record_.add(TagText::Artists, value);
    case Frame::AlbumArtist:
      return record_.set(TagText::AlbumArtist, value);
    case Frame::Album:
      return record_.set(TagText::Album, value);
    case Frame::Grouping:
      return record_.set(TagText::Grouping, value);
    case Frame::Copyright:
      return record_.set(TagText::Copyright, value);
    case Frame::Compilation: {
      const TextView whole = value;
      record_.number(TagNumber::Compilation) = equals(value, "1") ? 1 : 0;
      return trimClean(value) && value.size() == whole.size();
    }
    case Frame::Track:
      return numberOf(value, record_.number(TagNumber::Track));
    case Frame::Disc:
      return numberOf(value, record_.number(TagNumber::Disc));
    case Frame::Year:
      return digitsOf(value, record_.number(TagNumber::Year));
    case Frame::Date:
      return record_.setDate(value);
    case Frame::Composer:
      return addTrimmed(TagText::Composers, value);
    case Frame::Publisher:
      return addTrimmed(TagText::Labels, value);
    case Frame::Genre:
      return addTrimmed(TagText::Genres, value);
    case Frame::ArtistSort:
      return addTrimmed(TagText::ArtistSorts, value);
    case Frame::AlbumSort:
      return record_.set(TagText::AlbumSort, value);
    case Frame::AlbumArtistSort:
      return record_.set(TagText::AlbumArtistSort, value);
    case Frame::None:
      break;
  }
  return false;
}

bool TagReading::addOwnText(Bytes bytes) {
  const uint8_t code = bytes.at(0);
  const auto encoding = static_cast<TextEncoding>(code);
  const Bytes content = bytes.after(1);
  const size_t end = terminator(content, encoding);
  std::string key;
  if (end == Bytes::NOWHERE || !(isPlainEncoding(code) || isSafe(bytes))) return false;
  if (!decodeText(content.cut(0, end), encoding, text_) || !upperCased(text_, key)) return false;
  if (isOneOf(key, UNUSUAL_OWN_TEXTS)) return false;
  const TagText gain = replayGainNamed(key);
  const bool isRelease = key == "MUSICBRAINZ ALBUM ID";
  if (key != "ARTISTS" && key != "WORK" && !isRelease && gain == TagText::Count) return true;
  if (!decode(content.after(end + (encoding == TextEncoding::Utf16 ? 2 : 1)), encoding)) return false;
  TextView text = text_;
  while (!text.empty() && text.back() == 0) text.remove_suffix(1);
  if (key == "ARTISTS") {
    if (hasOwnArtists_) return false;
    hasOwnArtists_ = true;
    record_.forget(TagText::Artists);
    const auto add = [&](TextView value) { return addTrimmed(TagText::Artists, value); };
    return version_ == 4 ? eachValue(text, u'\0', add) : add(text);
  }
  if (key == "WORK") return record_.set(TagText::Work, text);
  if (isRelease) return record_.set(TagText::ReleaseId, text);
  return record_.set(gain, text) && isReplayGain(gain, record_.text(gain));
}

bool TagReading::addPicture(Bytes bytes) {
  const bool isShort = version_ == 2;
  const uint8_t encoding = bytes.at(0);
  const size_t zero = isShort ? 4 : bytes.find(0, 1);
  if (encoding > 3 || zero == Bytes::NOWHERE) return false;
  const size_t kindAt = isShort ? 4 : zero + 1;
  const bool isWide = encoding == 1 || encoding == 2;
  const size_t end = terminator(bytes, static_cast<TextEncoding>(encoding), kindAt + 1);
  if (kindAt >= bytes.size() || end == Bytes::NOWHERE || end + (isWide ? 2 : 1) + 1 >= bytes.size()) return false;
  Text format;
  for (const char letter : bytes.text(1, zero - 1)) {
    format.push_back(static_cast<unsigned char>(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter));
  }
  const bool isJpeg = isShort ? equals(format, "jpg") : equals(format, "image/jpg") || equals(format, "image/jpeg");
  if (!isJpeg && !equals(format, isShort ? "png" : "image/png")) return false;
  const TextView type = isJpeg ? u"image/jpeg" : u"image/png";
  // The front cover, the first of them, else the first picture.
  const bool isFront = bytes.at(kindAt) == FRONT_COVER && !hasFrontCover_;
  hasFrontCover_ = hasFrontCover_ || isFront;
  return (record_.has(TagText::Picture) && !isFront) || record_.set(TagText::Picture, type, true);
}

bool isName(Bytes head, size_t length) {
  for (size_t at = 0; at < length; at++) {
    const uint8_t byte = head.at(at);
    if (!((byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9'))) return false;
  }
  return true;
}

// What the header of a frame says; `at` counts from behind the header. False for flags of another reader, and for a
// frame that is empty.
bool readHead(Bytes head, unsigned version, FrameHead& frame) {
  if (version == 2) {
    frame.length = head.u24be(3);
    return frame.length > 0;
  }
  frame.length = head.u32be(4);
  if (version == 4 && !synchSafe(head, 4, frame.length)) return false;
  const unsigned flags = head.at(9), understood = version == 4 ? UNSYNCHRONISED | LENGTH_GIVEN : 0;
  if ((flags & ~understood) != 0) return false;
  frame.unsynchronised = (flags & UNSYNCHRONISED) != 0;
  frame.at = (flags & LENGTH_GIVEN) != 0 ? LENGTH_BYTES : 0;
  if (frame.length <= frame.at) return false;
  frame.length -= static_cast<uint32_t>(frame.at);
  return true;
}

}  // namespace

bool readId3v2(TagWindow& window, TagRecord& record, Id3End& end, uint64_t start, uint64_t limit) {
  Bytes header;
  uint32_t length = 0;
  end = {start, false};
  if (!window.bytes(start, TAG_HEADER, header)) return false;
  if (!header.says(0, "ID3")) return true;
  const unsigned version = header.at(3), flags = header.at(5);
  if (version < 2 || version > 4 || !synchSafe(header, 6, length)) return false;
  if (flags != 0 && !(version == 4 && flags == UNSYNCHRONISED_TAG)) return false;
  end.at = start + TAG_HEADER + length;
  if (end.at > limit) return false;
  TagReading reading(window, record, version);
  const size_t headBytes = version == 2 ? 6 : 10, nameBytes = version == 2 ? 3 : 4;
  for (uint64_t at = start + TAG_HEADER; at + headBytes <= end.at;) {
    Bytes head;
    if (!window.bytes(at, headBytes, head)) return false;
    if (head.at(0) == 0) {
      if (!window.bytes(at, static_cast<size_t>(std::min<uint64_t>(end.at - at, SIZE_MAX)), head) || !head.isZero()) {
        return false;
      }
      break;
    }
    FrameHead frame;
    if (!isName(head, nameBytes) || !readHead(head, version, frame)) return false;
    // The window may move: the name is kept.
    std::array<char, 4> name = {};
    const std::string_view id = head.text(0, nameBytes);
    std::copy(id.begin(), id.end(), name.begin());
    const uint64_t given = frame.at;
    frame.at += at + headBytes;
    if (frame.at > end.at || frame.length > end.at - frame.at) return false;
    // Nothing there that unsynchronisation changes.
    if (given > 0 && (!window.bytes(at + headBytes, given, head) || head.find(0xff) != Bytes::NOWHERE)) return false;
    if (!reading.addFrame(std::string_view(name.data(), nameBytes), frame)) return false;
    at = frame.at + frame.length;
  }
  end.hasYear = reading.saw(Frame::Year);
  return reading.complete();
}

bool addId3v1(TagRecord& record, Bytes tail, bool hasYear) {
  const Bytes tag = tail.after(tail.size() - std::min(tail.size(), TagWindow::ID3V1));
  Text text;
  // Undefined fields are empty, and so are blank ones.
  const auto field = [&](size_t from, size_t length) {
    const Bytes whole = tag.cut(from, length);
    const size_t zero = std::min(whole.find(0), whole.size());
    const bool understood = decodeText(whole.cut(0, zero), TextEncoding::Latin1, text);
    while (!text.empty() && text.back() == u' ') text.pop_back();
    record.noteUnlabelled(text);
    return understood;
  };
  const auto fill = [&](TagText which, size_t from) {
    return record.has(which) || (field(from, 30) && (text.empty() || record.set(which, text)));
  };
  const bool hadArtists = record.has(TagText::Artists);
  if (!fill(TagText::Title, 3) || !fill(TagText::Artist, 33) || !fill(TagText::Album, 63)) return false;
  if (!hadArtists && record.has(TagText::Artist) && !record.add(TagText::Artists, record.text(TagText::Artist))) {
    return false;
  }
  if (tag.at(125) == 0 && tag.at(126) != 0) record.number(TagNumber::Track) = tag.at(126);
  if (!hasYear) {
    if (!field(93, 4)) return false;
    if (!text.empty() && !digitsOf(text, record.number(TagNumber::Year))) return false;
  }
  // What a number stands for is known elsewhere: a tag may say no genre in so many words.
  if (isGenreCode(record.text(TagText::Genres))) return false;
  if (record.has(TagText::Genres)) return true;
  const std::string code = "(" + std::to_string(tag.at(127)) + ")";
  return record.add(TagText::Genres, Text(code.begin(), code.end()));
}

}  // namespace tonearm

// The items of a tag of MP4 (`ilst`): texts, numbers, covers, and items with names of their own.
#include "tag_formats.h"

namespace tonearm {

namespace {

constexpr size_t DATA_HEADER = 8, TEXT_LIMIT = TagWindow::FURTHER;
// Types of a value (Apple's well-known types).
constexpr uint32_t BARE = 0, TEXT = 1, JPEG = 13, PNG = 14, INTEGER = 21;
constexpr uint32_t DATA = fourLetters("data"), MEAN = fourLetters("mean"), NAME = fourLetters("name");
constexpr uint32_t OWN = fourLetters("----"), COVER = fourLetters("covr"), TRACK = fourLetters("trkn");
constexpr uint32_t DISC = fourLetters("disk"), GENRE = fourLetters("gnre"), COMPILATION = fourLetters("cpil");
constexpr uint32_t ARTIST = fourLetters("\251ART"), DATE = fourLetters("\251day"), GENRES = fourLetters("\251gen");
constexpr uint32_t COMPOSER = fourLetters("\251wrt"), ARTIST_SORT = fourLetters("soar");
// Most genre codes that have names.
constexpr uint8_t MOST_GENRES = 192;

using TextItem = NamedText<uint32_t>;

constexpr TextItem TEXTS[] = {{fourLetters("\251nam"), TagText::Title},    {fourLetters("aART"), TagText::AlbumArtist},
                              {fourLetters("\251alb"), TagText::Album},    {fourLetters("\251grp"), TagText::Grouping},
                              {fourLetters("\251wrk"), TagText::Work},     {fourLetters("cprt"), TagText::Copyright},
                              {fourLetters("\251cpy"), TagText::Copyright},
                              {fourLetters("soal"), TagText::AlbumSort},
                              {fourLetters("soaa"), TagText::AlbumArtistSort}};
constexpr uint32_t OTHERS[] = {COVER, TRACK, DISC, GENRE, COMPILATION, ARTIST, DATE, GENRES, COMPOSER, ARTIST_SORT};

uint32_t upperCased(uint32_t name) {
  uint32_t capitals = 0;
  for (int shift = 24; shift >= 0; shift -= 8) {
    const uint32_t letter = name >> shift & 0xff;
    capitals = capitals << 8 | (letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
  }
  return capitals;
}

// Whether an item is known by this name in letters of the other case.
bool isAlmostKnown(uint32_t name) {
  const auto isAlmost = [&](uint32_t known) { return upperCased(known) == upperCased(name); };
  return std::any_of(std::begin(OTHERS), std::end(OTHERS), isAlmost) ||
         std::any_of(std::begin(TEXTS), std::end(TEXTS), [&](const TextItem& each) { return isAlmost(each.name); });
}

class Items {
 public:
  Items(TagWindow& window, Boxes& boxes, TagRecord& record) : window_(window), boxes_(boxes), record_(record) {}

  bool add(const Box& item);

 private:
  bool isNew(uint32_t name);
  bool addValue(uint32_t name, uint32_t type, Bytes value);
  bool addText(uint32_t name, TextView text);
  bool addGenre(Bytes value);
  bool ownText(const Box& box);
  bool addOwn(const Box& mean, const Box& name, const Box& data, uint32_t type);

  TagWindow& window_;
  Boxes& boxes_;
  TagRecord& record_;
  std::array<uint32_t, 64> seen_ = {};
  size_t count_ = 0;
  Text text_;
};

bool Items::isNew(uint32_t name) {
  const auto end = seen_.begin() + static_cast<long>(count_);
  if (count_ == seen_.size() || std::find(seen_.begin(), end, name) != end) return false;
  seen_[count_++] = name;
  return true;
}

bool Items::add(const Box& item) {
  std::array<Box, 3> inside;
  size_t count = 0;
  const auto see = [&](const Box& box) {
    if (count == inside.size()) return false;
    inside[count++] = box;
    return true;
  };
  const bool isOwn = item.name == OWN, isCover = item.name == COVER;
  if (!isOwn && !isCover && !isNew(item.name)) return false;
  if (!boxes_.each(item, see) || count != (isOwn ? inside.size() : 1)) return false;
  const Box& data = inside[count - 1];
  Bytes bytes;
  if (data.name != DATA || data.size() < DATA_HEADER || !window_.bytes(data.start, DATA_HEADER, bytes)) return false;
  const uint32_t type = bytes.u24be(1);
  if (bytes.at(0) != 0) return false;
  if (isCover) {
    if ((type != JPEG && type != PNG) || data.size() == DATA_HEADER) return false;
    return record_.has(TagText::Picture) || record_.set(TagText::Picture, type == JPEG ? u"image/jpeg" : u"image/png");
  }
  if (data.size() - DATA_HEADER > TEXT_LIMIT) return false;
  if (isOwn) return addOwn(inside[0], inside[1], data, type);
  const size_t length = static_cast<size_t>(data.size() - DATA_HEADER);
  return window_.bytes(data.start + DATA_HEADER, length, bytes) && addValue(item.name, type, bytes);
}

bool Items::addValue(uint32_t name, uint32_t type, Bytes value) {
  if (name == TRACK || name == DISC) {
    record_.number(name == TRACK ? TagNumber::Track : TagNumber::Disc) = value.at(3);
    return type == BARE && value.size() >= 6;
  }
  if (name == COMPILATION) {
    record_.number(TagNumber::Compilation) = value.at(0) == 1 ? 1 : 0;
    return type == INTEGER && value.size() == 1;
  }
  if (name == GENRE) return type == BARE && addGenre(value);
  if (textNamed(name, TEXTS) != TagText::Count || name == ARTIST || name == DATE || name == GENRES || name == COMPOSER || name == ARTIST_SORT) {
    return type == TEXT && decodeUtf8(value, text_) && addText(name, text_);
  }
  const size_t size = value.size();
  const bool isNumber = type == INTEGER && (size == 1 || size == 2 || size == 4 || size == 8);
  return (type == TEXT || type == BARE || isNumber) && !isAlmostKnown(name);
}

bool Items::addText(uint32_t name, TextView text) {
  if (name == ARTIST) return record_.set(TagText::Artist, text) && record_.add(TagText::Artists, text);
  if (name == DATE) return record_.setDate(text);
  // A text here is no genre code, whatever it looks like.
  if (name == GENRES) return !isGenreCode(text) && record_.add(TagText::Genres, text);
  if (name == COMPOSER) return record_.add(TagText::Composers, text);
  if (name == ARTIST_SORT) return record_.add(TagText::ArtistSorts, text);
  return record_.set(textNamed(name, TEXTS), text);
}

// A number of ID3v1, counted from one.
bool Items::addGenre(Bytes value) {
  if (value.size() < 2 || value.at(1) == 0 || value.at(1) > MOST_GENRES) return false;
  const std::string code = "(" + std::to_string(value.at(1) - 1) + ")";
  return record_.add(TagText::Genres, Text(code.begin(), code.end()));
}

bool Items::ownText(const Box& box) {
  Bytes bytes;
  return box.size() >= 4 && box.size() - 4 <= TEXT_LIMIT &&
         window_.bytes(box.start + 4, static_cast<size_t>(box.size() - 4), bytes) && decodeUtf8(bytes, text_);
}

// An item with a name of its own: what encloses it, its name, its value.
bool Items::addOwn(const Box& mean, const Box& name, const Box& data, uint32_t type) {
  std::string key;
  if (mean.name != MEAN || name.name != NAME || (type != TEXT && type != BARE)) return false;
  if (!ownText(mean) || !equals(text_, "com.apple.iTunes") || !ownText(name)) return false;
  if (!tonearm::upperCased(text_, key) || key == "BAND" || key == "ARTISTS") return false;
  const TagText gain = replayGainNamed(key);
  const bool isRelease = key == "MUSICBRAINZ ALBUM ID";
  if (type == BARE || (key != "LABEL" && !isRelease && gain == TagText::Count)) return true;
  Bytes bytes;
  const size_t length = static_cast<size_t>(data.size() - DATA_HEADER);
  if (!window_.bytes(data.start + DATA_HEADER, length, bytes) || !decodeUtf8(bytes, text_)) return false;
  if (isRelease) return record_.set(TagText::ReleaseId, text_);
  if (gain == TagText::Count) return record_.add(TagText::Labels, text_);
  return record_.set(gain, text_) && isReplayGain(gain, text_);
}

}  // namespace

bool addMp4Items(TagWindow& window, Boxes& boxes, TagRecord& record, const Box& list) {
  Items items(window, boxes, record);
  return boxes.each(list, [&](const Box& item) { return items.add(item); });
}

}  // namespace tonearm

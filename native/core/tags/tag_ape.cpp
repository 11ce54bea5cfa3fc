// APEv2 tags of texts at the end of a file, after the specification of the Hydrogenaudio wiki.
#include "tag_formats.h"

namespace tonearm {

namespace {

constexpr size_t ITEM_HEADER = 8, TAG_LIMIT = TagWindow::FURTHER, MOST_ITEMS = 256;
// Flags of a header, and of an item that is no text.
constexpr uint32_t IS_HEADER = 0x20000000, IS_BINARY = 6;
constexpr std::string_view UNUSUAL[] = {"ARTISTS", "COVER ART (FRONT)", "COVER ART (BACK)", "LYRICS", "CUESHEET"};

using ItemName = NamedText<std::string_view>;

// Those of which there is one, and those of which there may be several.
constexpr ItemName SINGLE[] = {{"TITLE", TagText::Title},       {"ALBUM ARTIST", TagText::AlbumArtist},
                               {"ALBUM", TagText::Album},       {"WORK", TagText::Work},
                               {"GROUPING", TagText::Grouping}, {"COPYRIGHT", TagText::Copyright},
                               {"ALBUMSORT", TagText::AlbumSort}, {"ALBUMARTISTSORT", TagText::AlbumArtistSort},
                               {"MUSICBRAINZ_ALBUMID", TagText::ReleaseId}};
constexpr ItemName SEVERAL[] = {
    {"GENRE", TagText::Genres}, {"COMPOSER", TagText::Composers}, {"LABEL", TagText::Labels}};

// One name for one thing.
std::string_view nameOf(std::string_view key) {
  if (key == "DATE") return "YEAR";
  if (key == "DISCNUMBER") return "DISC";
  return key == "ALBUMARTIST" ? "ALBUM_ARTIST" : key;
}

class Items {
 public:
  explicit Items(TagRecord& record) : record_(record) {}

  bool add(Bytes key, Bytes value);
  // What is settled by all of them together.
  bool finish() {
    return record_.has(TagText::AlbumArtist) || otherArtist_.empty() || record_.set(TagText::AlbumArtist, otherArtist_);
  }

 private:
  bool addNamed(std::string_view name, TextView value);
  bool addList(TagText which, TextView values);

  TagRecord& record_;
  std::vector<std::string> seen_;
  Text text_, otherArtist_;
};

bool Items::add(Bytes key, Bytes value) {
  std::string written;
  if (key.size() < 2 || key.size() > 255 || !decodeText(key, TextEncoding::Latin1, text_)) return false;
  if (!upperCased(text_, written)) return false;
  const std::string name(nameOf(written));
  if (isOneOf(name, UNUSUAL)) return false;
  if (std::find(seen_.begin(), seen_.end(), name) != seen_.end() || !decodeUtf8(value, text_)) return false;
  seen_.push_back(name);
  // Values stand between zeros; none of them is empty.
  const TextView text = text_;
  if (text.empty() || text.front() == 0 || text.back() == 0) return false;
  return text.find(TextView(u"\0\0", 2)) == TextView::npos && addNamed(name, text);
}

bool Items::addNamed(std::string_view name, TextView value) {
  if (const TagText several = textNamed(name, SEVERAL); several != TagText::Count) return addList(several, value);
  if (const TagText single = textNamed(name, SINGLE); single != TagText::Count) return record_.set(single, value, true);
  if (name == "ARTIST") {
    return record_.set(TagText::Artist, value, true) &&
           (record_.has(TagText::Artists) || record_.add(TagText::Artists, value));
  }
  if (name == "ARTISTSORT") {
    record_.forget(TagText::ArtistSorts);
    return record_.add(TagText::ArtistSorts, value);
  }
  if (name == "ALBUM_ARTIST") {
    otherArtist_ = value;
    return value.find(u'\0') == TextView::npos;
  }
  if (name == "YEAR") return record_.setDate(value, true);
  if (name == "TRACK") return numberOf(value, record_.number(TagNumber::Track));
  if (name == "DISC") return numberOf(value, record_.number(TagNumber::Disc));
  if (name == "COMPILATION") {
    record_.number(TagNumber::Compilation) = equals(value, "1") ? 1 : 0;
    return value.find(u'\0') == TextView::npos;
  }
  const TagText gain = replayGainNamed(name);
  return gain == TagText::Count || (record_.set(gain, value, true) && isReplayGain(gain, value));
}

bool Items::addList(TagText which, TextView values) {
  record_.forget(which);
  // A text here is no genre code, whatever it looks like.
  return eachValue(values, u'\0', [&](TextView value) { return record_.add(which, value); }) &&
         (which != TagText::Genres || !isGenreCode(record_.text(which)));
}

}  // namespace

bool isApe(Bytes footer) { return footer.says(0, "APETAGEX"); }

bool readApe(TagWindow& window, TagRecord& record, Bytes footer, uint64_t end, uint64_t& start) {
  const uint32_t size = footer.u32le(12), count = footer.u32le(16);
  if ((footer.u32le(20) & IS_HEADER) != 0 || size <= APE_FOOTER || size > TAG_LIMIT || size > end) return false;
  start = end - size;
  Bytes items;
  return window.bytes(start, size - APE_FOOTER, items) && addApeItems(record, items, count);
}

bool readLastApe(TagWindow& window, TagRecord& record, uint64_t start) {
  Bytes tail, head;
  if (start > window.size() || !window.tail(tail) || !window.bytes(start, APE_FOOTER, head)) return false;
  const Bytes footer = tail.after(tail.size() - APE_FOOTER);
  const bool hasHeader = isApe(head);
  const uint64_t size = window.size() - start - (hasHeader ? APE_FOOTER : 0);
  if (!isApe(footer) || footer.u32le(12) != size) return false;
  if (hasHeader && head.text(8, 12) != footer.text(8, 12)) return false;
  uint64_t begin = 0;
  return readApe(window, record, footer, window.size(), begin);
}

bool addApeItems(TagRecord& record, Bytes bytes, uint32_t count) {
  Items items(record);
  size_t at = 0;
  if (count > MOST_ITEMS) return false;
  for (uint32_t index = 0; index < count; index++) {
    const uint32_t length = bytes.u32le(at), flags = bytes.u32le(at + 4);
    if (!bytes.has(at, ITEM_HEADER) || (flags & IS_BINARY) != 0) return false;
    at += ITEM_HEADER;
    const size_t zero = bytes.find(0, at);
    if (zero == Bytes::NOWHERE || !bytes.has(zero + 1, length)) return false;
    if (!items.add(bytes.cut(at, zero - at), bytes.cut(zero + 1, length))) return false;
    at = zero + 1 + length;
  }
  return at == bytes.size() && items.finish();
}

}  // namespace tonearm

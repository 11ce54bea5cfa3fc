// Vorbis comments (xiph.org/vorbis/doc/v-comment.html), as FLAC, Ogg Vorbis and Ogg Opus hold them, and gains in those
// of Opus (RFC 7845 section 5.2).
#include "tag_formats.h"

#include <cstdlib>

namespace tonearm {

namespace {

using CommentName = NamedText<std::string_view>;

// Those of which there is one, and those of which there may be several.
constexpr CommentName SINGLE[] = {{"TITLE", TagText::Title},
                                  {"ALBUM", TagText::Album},
                                  {"COPYRIGHT", TagText::Copyright},
                                  {"WORK", TagText::Work},
                                  {"GROUPING", TagText::Grouping},
                                  {"ALBUMARTIST", TagText::AlbumArtist},
                                  {"ALBUM ARTIST", TagText::AlbumArtist},
                                  {"ALBUMSORT", TagText::AlbumSort},
                                  {"ALBUMARTISTSORT", TagText::AlbumArtistSort},
                                  {"MUSICBRAINZ_ALBUMID", TagText::ReleaseId}};
constexpr CommentName SEVERAL[] = {{"COMPOSER", TagText::Composers},
                                   {"GENRE", TagText::Genres},
                                   {"LABEL", TagText::Labels},
                                   {"ORGANIZATION", TagText::Labels},
                                   {"PUBLISHER", TagText::Labels},
                                   {"ARTISTSORT", TagText::ArtistSorts}};
constexpr std::string_view UNUSUAL[] = {
    "DISCOGS_ARTISTS", "DISCOGS_ARTIST_NAME", "DISCOGS_ALBUM_ARTISTS", "DISCOGS_LABEL", "DISCOGS_RELEASED", "STYLE",
    "METADATA_BLOCK_PICTURE", "CUESHEET"};

// Steps of 1/256 dB, by which ReplayGain is above EBU R 128, and one of them in units of the eighth decimal place.
constexpr int STEPS_ABOVE_R128 = 5 * 256, MOST_STEPS = 32'767, STEP = 390'625;

// A number of steps as a gain of ReplayGain; false for what is none.
bool r128Gain(TextView value, Text& gain) {
  const bool isNegative = !value.empty() && value.front() == u'-';
  if (isNegative || (!value.empty() && value.front() == u'+')) value.remove_prefix(1);
  double number = 0;
  if (!digitsOf(value, number) || value.size() > 5 || number > MOST_STEPS) return false;
  const int steps = static_cast<int>(isNegative ? -number : number) + STEPS_ABOVE_R128;
  const int size = std::abs(steps);
  std::string decimals = std::to_string(size % 256 * STEP);
  decimals.insert(0, 8 - decimals.size(), '0');
  const std::string text = (steps < 0 ? "-" : "") + std::to_string(size / 256) + "." + decimals;
  gain.assign(text.begin(), text.end());
  return true;
}

class Comments {
 public:
  Comments(TagRecord& record, bool isOpus) : record_(record), isOpus_(isOpus) {}

  bool add(Bytes comment);
  // What is settled by all of them together.
  bool finish();

 private:
  bool addNumber(TextView value, TagNumber which, bool& seen);

  TagRecord& record_;
  const bool isOpus_;
  Text text_, otherArtist_, trackGain_, albumGain_;
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
  if (value.empty() || isOneOf(key, UNUSUAL)) return false;
  if (key == "ARTIST") {
    if (!record_.extend(TagText::Artist, value)) return false;
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
  if (isOpus_ && (key == "R128_TRACK_GAIN" || key == "R128_ALBUM_GAIN")) {
    Text& loudness = key == "R128_TRACK_GAIN" ? trackGain_ : albumGain_;
    return loudness.empty() && r128Gain(value, loudness);
  }
  const TagText gain = replayGainNamed(key);
  if (gain != TagText::Count) return record_.set(gain, value) && isReplayGain(gain, value);
  const TagText single = textNamed<std::string_view>(key, SINGLE), several = textNamed<std::string_view>(key, SEVERAL);
  if (single != TagText::Count) return record_.set(single, value);
  return several == TagText::Count || record_.add(several, value);
}

bool Comments::finish() {
  if (!record_.has(TagText::AlbumArtist) && !otherArtist_.empty() && !record_.set(TagText::AlbumArtist, otherArtist_)) {
    return false;
  }
  // They win over ReplayGain, wherever that stands.
  if (!trackGain_.empty() && !record_.set(TagText::TrackGain, trackGain_, true)) return false;
  if (!albumGain_.empty() && !record_.set(TagText::AlbumGain, albumGain_, true)) return false;
  return record_.has(TagText::Artist) || !hasOwnArtists_;
}

}  // namespace

bool addComments(TagRecord& record, Bytes bytes, bool isOpus) {
  const uint64_t countAt = 4 + static_cast<uint64_t>(bytes.u32le(0));
  if (bytes.size() < 8 || countAt + 4 > bytes.size()) return false;
  const uint32_t count = bytes.u32le(static_cast<size_t>(countAt));
  size_t at = static_cast<size_t>(countAt) + 4;
  Comments comments(record, isOpus);
  for (uint32_t index = 0; index < count; index++) {
    if (!bytes.has(at, 4)) return false;
    const uint32_t length = bytes.u32le(at);
    at += 4;
    if (!bytes.has(at, length) || !comments.add(bytes.cut(at, length))) return false;
    at += length;
  }
  return comments.finish();
}

}  // namespace tonearm

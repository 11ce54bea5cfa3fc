#include "tag_record.h"

#include <algorithm>
#include <cmath>

namespace tonearm {

namespace {

constexpr size_t LIST_LIMIT = 50, JOINED_LIMIT = 900, YEAR_DIGITS = 4;
constexpr double LENGTH_LIMIT = INT32_MAX;

// One digit or more from `at` on, which moves behind them.
bool skipDigits(TextView text, size_t& at) {
  const size_t begin = at;
  while (at < text.size() && text[at] >= u'0' && text[at] <= u'9') at++;
  return at > begin;
}

}  // namespace

void TagRecord::clear() {
  for (Text& each : texts_) each.clear();
  numbers_.fill(0);
  number(TagNumber::Year) = -1;
}

bool TagRecord::set(TagText which, TextView value, bool replaced) {
  if (!trimClean(value) || (has(which) && !replaced)) return false;
  texts_[static_cast<size_t>(which)] = value;
  return true;
}

bool TagRecord::extend(TagText which, TextView value) {
  if (!has(which)) return set(which, value);
  Text& text = texts_[static_cast<size_t>(which)];
  const size_t size = value.size();
  if (!trimClean(value) || value.size() != size || text.size() + value.size() > JOINED_LIMIT) return false;
  text.append(u", ").append(value);
  return true;
}

bool TagRecord::add(TagText which, TextView value) {
  const size_t size = value.size();
  if (!trimClean(value) || value.size() != size) return false;
  Text& list = texts_[static_cast<size_t>(which)];
  size_t count = 0;
  const auto isOther = [&](TextView known) {
    count++;
    return known != value;
  };
  if (!list.empty() && !eachValue(list, BETWEEN_VALUES, isOther)) return true;
  if (count >= LIST_LIMIT || list.size() + value.size() + 2 * count > JOINED_LIMIT) return false;
  if (count > 0) list.push_back(BETWEEN_VALUES);
  list.append(value);
  return true;
}

bool TagRecord::setDate(TextView value, bool replaced) {
  return set(TagText::Date, value, replaced) && text(TagText::Date).size() == value.size() &&
         digitsOf(value.substr(0, YEAR_DIGITS), number(TagNumber::Year));
}

void TagRecord::noteUnlabelled(TextView value) {
  if (std::any_of(value.begin(), value.end(), [](char16_t unit) { return unit >= 0x80; })) {
    number(TagNumber::Unlabelled) = 1;
  }
}

void TagRecord::setSamples(double samples, double rate) {
  number(TagNumber::Length) = std::min(std::floor(samples * 1000 / rate), LENGTH_LIMIT);
}

void TagRecord::setSeconds(double seconds) {
  number(TagNumber::Length) = std::min(std::floor(seconds * 1000), LENGTH_LIMIT);
}

void TagRecord::join(Text& all, bool& wide) const {
  all.clear();
  for (const Text& each : texts_) {
    all.append(each);
    all.push_back(BETWEEN_TEXTS);
  }
  wide = std::any_of(all.begin(), all.end(), [](char16_t unit) { return unit > 0xff; });
}

TagText replayGainNamed(std::string_view name) {
  if (name == "REPLAYGAIN_TRACK_GAIN") return TagText::TrackGain;
  if (name == "REPLAYGAIN_ALBUM_GAIN") return TagText::AlbumGain;
  if (name == "REPLAYGAIN_TRACK_PEAK") return TagText::TrackPeak;
  if (name == "REPLAYGAIN_ALBUM_PEAK") return TagText::AlbumPeak;
  return TagText::Count;
}

bool isReplayGain(TagText which, TextView value) {
  const bool isGain = which == TagText::TrackGain || which == TagText::AlbumGain;
  size_t at = isGain && !value.empty() && (value.front() == u'+' || value.front() == u'-') ? 1 : 0;
  if (!skipDigits(value, at)) return false;
  if (at < value.size() && value[at] == u'.' && !skipDigits(value, ++at)) return false;
  std::string unit;
  return isGain ? upperCased(value.substr(at), unit) && unit == " DB" : at == value.size();
}

bool isGenreCode(TextView genres) {
  const auto isText = [](TextView genre) {
    size_t at = 0;
    return !skipDigits(genre, at) || at < genre.size();
  };
  return !eachValue(genres, TagRecord::BETWEEN_VALUES, isText) || genres.find(u'(') != TextView::npos;
}

}  // namespace tonearm

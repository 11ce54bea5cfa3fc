// What a file says about itself, as the fast reader of tags gives it: texts that need no cleaning, and numbers.
// src/tags/native-reader.ts knows the order of both.
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "tag_text.h"

namespace tonearm {

// Those before Artists hold one text, the others several.
enum class TagText : uint8_t {
  Title,
  Artist,
  Album,
  AlbumArtist,
  Work,
  Grouping,
  Date,
  Copyright,
  AlbumSort,
  AlbumArtistSort,
  // MIME type.
  Picture,
  TrackGain,
  AlbumGain,
  TrackPeak,
  AlbumPeak,
  // MusicBrainz' id of the release.
  ReleaseId,
  Artists,
  // As the tag has them: `17` and `(17)` are numbers of genres.
  Genres,
  Composers,
  Labels,
  ArtistSorts,
  Count,
};

// `Year` is negative where only a date is known; `Length` is in milliseconds, `BitRate` in bit/s, `SampleRate` in Hz.
// `Unlabelled` is 1 where a text has bytes beyond ASCII and is labelled as ISO-8859-1, or not at all.
enum class TagNumber : uint8_t { Track, Disc, Year, Length, BitRate, SampleRate, Compilation, Unlabelled, Count };

class TagRecord {
 public:
  static constexpr char16_t BETWEEN_TEXTS = 0, BETWEEN_VALUES = 1;
  static constexpr size_t NUMBERS = static_cast<size_t>(TagNumber::Count);

  void clear();

  bool has(TagText which) const { return !text(which).empty(); }
  const Text& text(TagText which) const { return texts_[static_cast<size_t>(which)]; }
  double& number(TagNumber which) { return numbers_[static_cast<size_t>(which)]; }
  const std::array<double, NUMBERS>& numbers() const { return numbers_; }

  // In the position of what was there. False for a text that is not clean, or already there and not to be `replaced`.
  bool set(TagText which, TextView value, bool replaced = false);
  // Puts it behind what is there, so that several artists are one text. False for a text that is not clean, and for a long one.
  bool extend(TagText which, TextView value);
  // Adds to a list what it has not yet. False for a text that is not clean or ends with a space, and for too many.
  bool add(TagText which, TextView value);
  void forget(TagText which) { texts_[static_cast<size_t>(which)].clear(); }
  // A date, and its year.
  bool setDate(TextView value, bool replaced = false);
  // Notes a text whose encoding its field does not tell.
  void noteUnlabelled(TextView value);
  // The length, rounded down: of so many samples at a rate, and of seconds.
  void setSamples(double samples, double rate);
  void setSeconds(double seconds);

  // All texts, with BETWEEN_TEXTS behind each. `wide` when one has characters beyond ISO-8859-1.
  void join(Text& all, bool& wide) const;

 private:
  std::array<Text, static_cast<size_t>(TagText::Count)> texts_;
  std::array<double, NUMBERS> numbers_ = {};
};

// A text by the name that a format has for it.
template <typename Name>
struct NamedText {
  Name name;
  TagText text;
};

// The text of a name; Count when there is none.
template <typename Name, size_t Size>
TagText textNamed(Name name, const NamedText<Name> (&names)[Size]) {
  const auto isIt = [&](const NamedText<Name>& each) { return each.name == name; };
  const auto found = std::find_if(std::begin(names), std::end(names), isIt);
  return found == std::end(names) ? TagText::Count : found->text;
}

template <size_t Size>
bool isOneOf(std::string_view name, const std::string_view (&names)[Size]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// Calls `add` for each value of a text, until it says false.
template <typename Add>
bool eachValue(TextView text, char16_t between, Add add) {
  for (size_t from = 0; from <= text.size();) {
    const size_t end = std::min(text.find(between, from), text.size());
    if (!add(text.substr(from, end - from))) return false;
    from = end + 1;
  }
  return true;
}

// The text that a ReplayGain value of this name goes to; Count when there is none.
TagText replayGainNamed(std::string_view name);
// As the ReplayGain specification has it: `-6.50 dB`, `0.988`.
bool isReplayGain(TagText which, TextView value);
// Whether it may stand for a genre's number, or for several genres.
bool isGenreCode(TextView genres);

}  // namespace tonearm

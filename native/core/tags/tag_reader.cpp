#include "tag_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "tag_formats.h"

namespace tonearm {

namespace {

constexpr std::string_view LYRICS = "LYRICS200";
constexpr std::string_view OGG[] = {".ogg", ".oga", ".opus"}, AIFF[] = {".aif", ".aiff"};
constexpr std::string_view WAV[] = {".wav", ".wave", ".bwf", ".rf64"};
constexpr std::string_view MP4[] = {".m4a", ".m4b", ".mp4"};

// Whether a path ends so, in whatever case, with a name before it.
bool endsIn(std::string_view path, std::string_view ending) {
  if (path.size() < ending.size() + 2) return false;
  const std::string_view end = path.substr(path.size() - ending.size());
  for (size_t at = 0; at < end.size(); at++) {
    const char letter = end[at] >= 'A' && end[at] <= 'Z' ? static_cast<char>(end[at] - 'A' + 'a') : end[at];
    if (letter != ending[at]) return false;
  }
  return path[path.size() - ending.size() - 1] != '/';
}

template <size_t Count>
bool endsInOne(std::string_view path, const std::string_view (&endings)[Count]) {
  return std::any_of(std::begin(endings), std::end(endings), [&](std::string_view each) { return endsIn(path, each); });
}

// The end of a file: an ID3v1 tag, and before it the footer of an APE tag.
struct Ending {
  bool hasId3v1 = false;
  Bytes footer;
};

// False for tags of other kinds.
bool readEnding(TagWindow& window, Ending& ending) {
  Bytes tail;
  if (!window.tail(tail)) return false;
  ending.hasId3v1 = tail.says(APE_FOOTER, "TAG");
  const Bytes footer = ending.hasId3v1 ? tail.cut(0, APE_FOOTER) : tail.after(TagWindow::ID3V1);
  if (isApe(footer)) ending.footer = footer;
  return !ending.hasId3v1 || !footer.says(APE_FOOTER - LYRICS.size(), LYRICS);
}

}  // namespace

bool TagReader::read(const char* path, uint64_t size) {
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool understood = read(path, descriptor, size);
  close(descriptor);
  return understood;
}

bool TagReader::read(std::string_view path, int descriptor, uint64_t size) {
  record_.clear();
  return window_.open(descriptor, size) && readKind(path);
}

bool TagReader::readKind(std::string_view path) {
  if (endsIn(path, ".mp3")) return readMp3();
  if (endsIn(path, ".flac")) return readPlainFlac();
  if (endsInOne(path, OGG)) return readOgg(window_, record_) && !isGenreCode(record_.text(TagText::Genres));
  if (endsInOne(path, MP4)) return readMp4(window_, record_);
  if (endsInOne(path, WAV)) return readWav(window_, record_);
  if (endsInOne(path, AIFF)) return readAiff(window_, record_);
  return endsIn(path, ".wv") && readWavPack(window_, record_);
}

bool TagReader::readMp3() {
  Ending ending;
  Id3End id3;
  const uint64_t size = window_.size();
  if (!readEnding(window_, ending) || !readId3v2(window_, record_, id3, 0, size)) return false;
  const uint64_t tagsEnd = size - (ending.hasId3v1 ? TagWindow::ID3V1 : 0);
  uint64_t end = tagsEnd;
  if (!ending.footer.empty() && !readApe(window_, record_, ending.footer, tagsEnd, end)) return false;
  if (!readMpeg(window_, record_, id3.at, end, tagsEnd)) return false;
  Bytes tail;
  return !ending.hasId3v1 || (window_.tail(tail) && addId3v1(record_, tail, id3.hasYear));
}

bool TagReader::readPlainFlac() {
  Ending ending;
  return readEnding(window_, ending) && !ending.hasId3v1 && ending.footer.empty() && readFlac(window_, record_) &&
         !isGenreCode(record_.text(TagText::Genres));
}

}  // namespace tonearm

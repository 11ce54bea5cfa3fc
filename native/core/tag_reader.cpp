#include "tag_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include "tag_flac.h"
#include "tag_id3.h"
#include "tag_mpeg.h"

namespace tonearm {

namespace {

constexpr size_t FOOTER = TagWindow::TAIL - TagWindow::ID3V1;
constexpr std::string_view LYRICS = "LYRICS200", APE = "APETAGEX";

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

bool hasId3v1(Bytes tail) { return tail.says(FOOTER, "TAG"); }

// Tags of other kinds at the end are for another reader.
bool endsPlainly(Bytes tail) {
  if (!hasId3v1(tail)) return !tail.says(TagWindow::ID3V1, APE);
  return !tail.says(0, APE) && !tail.says(FOOTER - LYRICS.size(), LYRICS);
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
  const bool isMp3 = endsIn(path, ".mp3");
  if ((!isMp3 && !endsIn(path, ".flac")) || !window_.open(descriptor, size)) return false;
  return (isMp3 ? readMp3() : readPlainFlac()) && record_.has(TagText::Title);
}

bool TagReader::readMp3() {
  Bytes tail;
  Id3End id3;
  if (!window_.tail(tail) || !endsPlainly(tail) || !readId3v2(window_, record_, id3)) return false;
  const bool tagged = hasId3v1(tail);
  const uint64_t end = window_.size() - (tagged ? TagWindow::ID3V1 : 0);
  return readMpeg(window_, record_, id3.at, end) && (!tagged || addId3v1(record_, tail, id3.hasYear));
}

bool TagReader::readPlainFlac() {
  Bytes tail;
  return window_.tail(tail) && endsPlainly(tail) && !hasId3v1(tail) && readFlac(window_, record_) &&
         !isGenreCode(record_.text(TagText::Genres));
}

}  // namespace tonearm

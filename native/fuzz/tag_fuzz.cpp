// Feeds damaged files to the fast reader of tags: `tag-fuzz ROUNDS FILE...`. It is built with sanitizers, which end it
// at the first look outside of memory; it prints how many files were understood. The same rounds give the same damage.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tags/tag_formats.h"
#include "tags/tag_reader.h"

namespace {

using Contents = std::vector<uint8_t>;

// Knuth's 64-bit linear congruential generator (MMIX).
class Chance {
 public:
  size_t below(size_t limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return limit == 0 ? 0 : static_cast<size_t>(state_ >> 33) % limit;
  }

 private:
  uint64_t state_ = 1;
};

constexpr size_t HEAD = 2500, TAIL = 160, SIZES[] = {0, 1, 3, 4, 127, 128, 255, 256, 0x7fff, 0xffff, 0xffffff};

void set(Contents& bytes, size_t at, size_t value) {
  if (at < bytes.size()) bytes[at] = static_cast<uint8_t>(value);
}

// Most damage goes to the head and the end, where the tags are.
size_t offset(const Contents& bytes, Chance& chance) {
  const size_t at = chance.below(std::min(bytes.size(), HEAD));
  return chance.below(3) == 0 ? bytes.size() - 1 - at : at;
}

void damage(Contents& bytes, Chance& chance) {
  const size_t size = bytes.size(), at = offset(bytes, chance);
  const auto there = bytes.begin() + static_cast<long>(at);
  switch (chance.below(6)) {
    case 0:
      bytes.resize(chance.below(size));
      break;
    case 1:
      for (size_t count = chance.below(4) + 1; count > 0; count--) {
        set(bytes, offset(bytes, chance), chance.below(256));
      }
      break;
    case 2: {
      const size_t value = chance.below(2) == 0 ? chance.below(SIZE_MAX) : SIZES[chance.below(std::size(SIZES))];
      for (size_t byte = 0; byte < 4; byte++) set(bytes, at + byte, value >> 8 * (3 - byte) & 0xff);
      break;
    }
    case 3:
      set(bytes, size - std::min(size, chance.below(TAIL) + 1), chance.below(256));
      break;
    case 4:
      bytes.insert(there, chance.below(20) + 1, static_cast<uint8_t>(chance.below(256)));
      break;
    default:
      bytes.erase(there, there + static_cast<long>(std::min(size - at, chance.below(20))));
  }
}

// The file may have become shorter or longer than it was said to be.
bool read(tonearm::TagReader& reader, const std::string& path, const Contents& bytes, Chance& chance) {
  const int file = memfd_create("damaged", MFD_CLOEXEC);
  if (file < 0 || write(file, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) std::abort();
  const size_t size = chance.below(10) == 0 ? chance.below(2 * bytes.size() + 1) : bytes.size();
  const bool understood = reader.read(path, file, size);
  close(file);
  tonearm::Text joined;
  bool wide = false;
  reader.record().join(joined, wide);
  return understood;
}

// Each in memory of just its size.
void readPieces(const Contents& bytes, Chance& chance) {
  const size_t from = chance.below(bytes.size()), length = chance.below(std::min<size_t>(bytes.size() - from, 600));
  const Contents piece(bytes.begin() + static_cast<long>(from), bytes.begin() + static_cast<long>(from + length));
  const tonearm::Bytes all(piece.data(), piece.size());
  tonearm::TagRecord record;
  tonearm::Text text;
  record.clear();
  tonearm::addComments(record, all, chance.below(2) == 0);
  record.clear();
  tonearm::addApeItems(record, all, static_cast<uint32_t>(chance.below(8)));
  tonearm::addId3v1(record, all, chance.below(2) == 0);
  for (uint8_t encoding = 0; encoding < 5; encoding++) {
    tonearm::decodeText(all, static_cast<tonearm::TextEncoding>(encoding), text);
    tonearm::terminator(all, static_cast<tonearm::TextEncoding>(encoding), chance.below(700));
  }
}

}  // namespace

int main(int count, char** arguments) {
  const long rounds = count > 1 ? std::atol(arguments[1]) : 0;
  tonearm::TagReader reader;
  Chance chance;
  long understood = 0;
  for (int index = 2; index < count; index++) {
    std::ifstream file(arguments[index], std::ios::binary);
    const Contents whole{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    for (long round = 0; round < rounds; round++) {
      Contents bytes = whole;
      for (size_t times = chance.below(3) + 1; times > 0 && !bytes.empty(); times--) damage(bytes, chance);
      if (read(reader, arguments[index], bytes, chance)) understood++;
      if (!bytes.empty()) readPieces(bytes, chance);
    }
  }
  std::printf("%ld\n", understood);
  return 0;
}

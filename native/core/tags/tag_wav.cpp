// WAV (Microsoft's Multimedia Data Standards Update): format, size of the sound and a LIST of INFO texts. RF64
// and BW64 (EBU Tech 3306, section 3) are read here alone: music-metadata does not know them.
#include "tag_formats.h"

#include "tag_chunks.h"

namespace tonearm {

namespace {

constexpr size_t FORMAT_BYTES = 16, INFO_LIMIT = TagWindow::FURTHER;
constexpr uint32_t PCM = 1, FLOAT = 3, EXTENSIBLE = 0xfffe;

// What each text says; those of one kind have one value.
enum class Info : uint8_t { None, Title, Album, Track, Genre, Artist, Date };

Info infoNamed(uint32_t name) {
  switch (name) {
    case fourLetters("INAM"):
    case fourLetters("TITL"):
      return Info::Title;
    case fourLetters("IPRD"):
    case fourLetters("IRPD"):
      return Info::Album;
    case fourLetters("ITRK"):
    case fourLetters("IPRT"):
      return Info::Track;
    case fourLetters("IGNR"):
    case fourLetters("GNRE"):
      return Info::Genre;
    case fourLetters("IART"):
      return Info::Artist;
    case fourLetters("ICRD"):
      return Info::Date;
    default:
      return Info::None;
  }
}

bool addText(TagRecord& record, Info info, TextView value) {
  switch (info) {
    case Info::Title:
      return record.set(TagText::Title, value);
    case Info::Album:
      return record.set(TagText::Album, value);
    case Info::Track:
      return numberOf(value, record.number(TagNumber::Track));
    case Info::Genre:
      return record.add(TagText::Genres, value);
    case Info::Artist:
      return record.set(TagText::Artist, value) && record.add(TagText::Artists, value);
    case Info::Date:
      return record.setDate(value);
    case Info::None:
      break;
  }
  return false;
}

// Decodes a text without a stated encoding: UTF-8 where it is valid, else ISO-8859-1.
bool decodeUnsaid(TagRecord& record, Bytes bytes, Text& text) {
  if (decodeUtf8(bytes, text)) return true;
  if (!decodeText(bytes, TextEncoding::Latin1, text)) return false;
  record.noteUnlabelled(text);
  return true;
}

bool addTexts(TagRecord& record, Bytes list) {
  uint32_t seen = 0;
  Text text;
  size_t at = 4;
  while (list.has(at, CHUNK_HEADER)) {
    const uint32_t name = list.u32be(at), length = list.u32le(at + 4);
    at += CHUNK_HEADER;
    if (!list.has(at, length) || name == fourLetters("YEAR")) return false;
    if (const Info info = infoNamed(name); info != Info::None) {
      const uint32_t bit = 1u << static_cast<unsigned>(info);
      const Bytes whole = list.cut(at, length);
      if ((seen & bit) != 0 || !decodeUnsaid(record, whole.cut(0, std::min(whole.find(0), whole.size())), text)) return false;
      seen |= bit;
      if (!addText(record, info, text)) return false;
    }
    at += length + (length & 1);
  }
  return at == list.size() && !isGenreCode(record.text(TagText::Genres));
}

// What music-metadata judges, where it knows the kind of file.
bool isUnusual(uint32_t name) {
  return name == fourLetters("CSET") || name == fourLetters("fact") || name == fourLetters("id3 ") ||
         name == fourLetters("ID3 ") || name == fourLetters("bext") || name == 0;
}

bool readList(TagWindow& window, TagRecord& record, const Chunk& chunk) {
  Bytes bytes;
  return chunk.length >= 4 && chunk.length <= INFO_LIMIT &&
         window.bytes(chunk.start, static_cast<size_t>(chunk.length), bytes) && bytes.says(0, "INFO") &&
         addTexts(record, bytes);
}

// Sizes of a file of more than 4 GiB, and of its sound.
struct LargeSizes {
  uint64_t file = 0, sound = ELSEWHERE;
};

// The chunk `ds64`, which is the first.
bool readLargeSizes(TagWindow& window, LargeSizes& sizes) {
  Bytes bytes;
  if (!window.bytes(FORM_HEADER, CHUNK_HEADER + 16, bytes) || !bytes.says(0, "ds64")) return false;
  sizes = {bytes.u64le(8), bytes.u64le(16)};
  return true;
}

// No other reader knows such a file: texts that are not understood are passed over.
void readLargeTexts(TagWindow& window, TagRecord& record, const Chunk& chunk) {
  Id3End end;
  const bool isList = chunk.name == fourLetters("LIST");
  if (!isList && chunk.name != fourLetters("id3 ") && chunk.name != fourLetters("ID3 ")) return;
  record.clear();
  const bool understood = isList ? readList(window, record, chunk)
                                 : readId3v2(window, record, end, chunk.start, chunk.start + chunk.length);
  if (!understood) record.clear();
}

}  // namespace

bool readWav(TagWindow& window, TagRecord& record) {
  Bytes bytes;
  LargeSizes large;
  double rate = 0, byteRate = 0, frameBytes = 0, sound = 0;
  if (!window.bytes(0, FORM_HEADER, bytes) || !bytes.says(8, "WAVE")) return false;
  const bool isLarge = bytes.says(0, "RF64") || bytes.says(0, "BW64");
  if (!isLarge && !bytes.says(0, "RIFF")) return false;
  large.file = bytes.u32le(4);
  if (isLarge && !readLargeSizes(window, large)) return false;
  if (large.file != window.size() - CHUNK_HEADER) return false;
  const auto read = [&](const Chunk& chunk) {
    if (!isLarge && isUnusual(chunk.name)) return false;
    if (chunk.name == fourLetters("fmt ")) {
      if (chunk.length < FORMAT_BYTES || !window.bytes(chunk.start, FORMAT_BYTES, bytes)) return false;
      const uint32_t code = bytes.u16le(0);
      rate = bytes.u32le(4);
      byteRate = bytes.u32le(8);
      frameBytes = bytes.u16le(12);
      return code == PCM || code == FLOAT || code == EXTENSIBLE;
    }
    if (chunk.name == fourLetters("data")) {
      sound = static_cast<double>(chunk.length);
      return frameBytes != 0;
    }
    if (isLarge) readLargeTexts(window, record, chunk);
    return isLarge || chunk.name != fourLetters("LIST") || readList(window, record, chunk);
  };
  if (!eachChunk(window, false, read, large.sound)) return false;
  if (sound == 0 || rate == 0 || rate > INT32_MAX || byteRate == 0) return false;
  record.number(TagNumber::SampleRate) = rate;
  record.number(TagNumber::BitRate) = byteRate * 8;
  record.setSamples(sound / frameBytes, rate);
  return true;
}

}  // namespace tonearm

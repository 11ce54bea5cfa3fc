// Ogg Vorbis, Ogg Opus and FLAC in Ogg (RFC 3533, Vorbis I section 4.2, RFC 7845 section 5, RFC 9639 section 10.1): the
// first pages, and the last one. FLAC in Ogg is read here alone: music-metadata does not find its texts.
#include "tag_formats.h"

#include <algorithm>

namespace tonearm {

namespace {

constexpr size_t PAGE_HEADER = 27, MOST_PAGES = 16, VORBIS_BYTES = 30, OPUS_BYTES = 19;
// FLAC in Ogg (RFC 9639 section 10.1): where STREAMINFO is in its packet, and bytes of a metadata block's header.
constexpr size_t FLAC_STREAM_AT = 17, FLAC_BYTES = FLAC_STREAM_AT + 34, BLOCK_HEADER = 4;
constexpr uint8_t VORBIS_COMMENT = 4;
constexpr uint8_t CONTINUED = 1, FIRST = 2, LAST = 4;
constexpr double OPUS_RATE = 48'000;
// Largest whole number of JavaScript.
constexpr uint64_t MOST_FRAMES = (uint64_t{1} << 53) - 1;

struct Page {
  uint8_t flags = 0;
  uint32_t serial = 0;
  // Frames until its end.
  uint64_t granule = 0;
  Bytes data;
  // Where the next one begins.
  size_t end = 0;
};

// False when it is not all there.
bool pageAt(Bytes bytes, size_t at, Page& page) {
  if (!bytes.has(at, PAGE_HEADER) || !bytes.says(at, "OggS")) return false;
  const size_t table = at + PAGE_HEADER, segments = bytes.at(at + 26);
  if (!bytes.has(table, segments)) return false;
  size_t length = 0;
  for (size_t index = 0; index < segments; index++) length += bytes.at(table + index);
  if (!bytes.has(table + segments, length)) return false;
  page.flags = bytes.at(at + 5);
  page.granule = bytes.u64le(at + 6);
  page.serial = bytes.u32le(at + 14);
  page.data = bytes.cut(table + segments, length);
  page.end = table + segments + length;
  return true;
}

struct Beginning {
  bool isOpus = false, isFlac = false;
  uint32_t sampleRate = 0, nominal = 0, preSkip = 0;
};

bool readBeginning(const Page& page, Beginning& beginning) {
  const Bytes& data = page.data;
  if ((page.flags & (CONTINUED | FIRST | LAST)) != FIRST) return false;
  const bool isVorbis = data.size() >= VORBIS_BYTES && data.says(0, "\1vorbis");
  beginning.isOpus = !isVorbis && data.size() >= OPUS_BYTES && data.says(0, "OpusHead");
  beginning.isFlac = data.size() >= FLAC_BYTES && data.says(0, "\x7f" "FLAC");
  if (beginning.isFlac) {
    beginning.sampleRate = data.u24be(FLAC_STREAM_AT + 10) >> 4;
    return beginning.sampleRate != 0;
  }
  beginning.sampleRate = data.u32le(12);
  beginning.nominal = isVorbis ? data.u32le(20) : 0;
  beginning.preSkip = isVorbis ? 0 : data.u16le(10);
  return (isVorbis || beginning.isOpus) && beginning.sampleRate != 0 && beginning.sampleRate <= INT32_MAX;
}

bool addTexts(TagRecord& record, Bytes comments, const Beginning& beginning) {
  if (beginning.isFlac) {
    return (comments.at(0) & 0x7f) == VORBIS_COMMENT && addComments(record, comments.after(BLOCK_HEADER));
  }
  const std::string_view mark = beginning.isOpus ? "OpusTags" : "\3vorbis";
  return comments.says(0, mark) && addComments(record, comments.after(mark.size()), beginning.isOpus);
}

// The packet of comments with what stands behind it in its pages, which are put together in `joined` if there are
// several; `end` is that of the page which follows those.
bool findComments(Bytes head, const Page& first, std::vector<uint8_t>& joined, Bytes& comments, size_t& end) {
  size_t at = first.end;
  for (size_t count = 0; count < MOST_PAGES; count++) {
    Page page;
    if (!pageAt(head, at, page) || page.serial != first.serial || (page.flags & FIRST) != 0) return false;
    const bool continues = (page.flags & CONTINUED) != 0;
    at = end = page.end;
    if (count > 0 && !continues) return true;
    if (continues != (count > 0) || (page.flags & LAST) != 0) return false;
    if (count == 0) {
      comments = page.data;
      continue;
    }
    if (count == 1) comments.copyTo(joined);
    page.data.copyTo(joined);
    comments = Bytes(joined.data(), joined.size());
  }
  return false;
}

// The last page's position, when all pages follow each other to the end of the file.
bool walkToLast(Bytes file, uint32_t serial, uint64_t& granule) {
  Page page;
  for (size_t at = 0; pageAt(file, at, page); at = page.end) {
    if (page.serial != serial || (at > 0 && (page.flags & FIRST) != 0)) return false;
    granule = page.granule;
    if ((page.flags & LAST) != 0) return page.end == file.size();
  }
  return false;
}

// Finds the last granule from the last pages alone.
bool findLast(Bytes pages, uint32_t serial, uint64_t& granule) {
  const std::string_view text = pages.text(0, pages.size());
  Page page;
  for (size_t at = text.rfind("OggS"); at != text.npos; at = at == 0 ? text.npos : text.rfind("OggS", at - 1)) {
    if (!pageAt(pages, at, page) || page.end != pages.size()) continue;
    granule = page.granule;
    return page.serial == serial && (page.flags & LAST) != 0;
  }
  return false;
}

}  // namespace

bool readOgg(TagWindow& window, TagRecord& record) {
  Page first;
  Beginning beginning;
  std::vector<uint8_t> joined;
  Bytes comments, pages;
  size_t end = 0;
  const Bytes head = window.head();
  if (!pageAt(head, 0, first) || !readBeginning(first, beginning)) return false;
  if (!findComments(head, first, joined, comments, end)) return false;
  if (!addTexts(record, comments, beginning)) return false;
  uint64_t granule = 0;
  const bool isWhole = window.size() <= TagWindow::HEAD;
  if (!isWhole && !window.last(TagWindow::HEAD, pages)) return false;
  if (!(isWhole ? walkToLast(head, first.serial, granule) : findLast(pages, first.serial, granule))) return false;
  if (granule <= beginning.preSkip || granule > MOST_FRAMES) return false;
  record.number(TagNumber::SampleRate) = beginning.sampleRate;
  if (!beginning.isOpus && !beginning.isFlac) {
    record.number(TagNumber::BitRate) = beginning.nominal;
    record.setSamples(static_cast<double>(granule), beginning.sampleRate);
    return true;
  }
  const double rate = beginning.isOpus ? OPUS_RATE : beginning.sampleRate;
  const double duration = static_cast<double>(granule - beginning.preSkip) / rate;
  const uint64_t before = end - comments.size();
  record.number(TagNumber::BitRate) = 8 * static_cast<double>(window.size() - before) / duration;
  record.setSeconds(duration);
  return true;
}

}  // namespace tonearm

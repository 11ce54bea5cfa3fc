#include "tag_text.h"

namespace tonearm {

namespace {

constexpr size_t TEXT_LIMIT = 1000, DIGITS_LIMIT = 9;
constexpr char16_t BYTE_ORDER_MARK = 0xfeff, SWAPPED_MARK = 0xfffe, REPLACEMENT = 0xfffd;

bool isHighHalf(uint32_t unit) { return unit >= 0xd800 && unit <= 0xdbff; }
bool isLowHalf(uint32_t unit) { return unit >= 0xdc00 && unit <= 0xdfff; }

// What String.prototype.trim takes off, but control characters.
bool isSpace(char16_t unit) {
  return unit == 0x20 || unit == 0xa0 || unit == 0x1680 || (unit >= 0x2000 && unit <= 0x200a) || unit == 0x2028 ||
         unit == 0x2029 || unit == 0x202f || unit == 0x205f || unit == 0x3000 || unit == BYTE_ORDER_MARK;
}

bool isControl(char16_t unit) { return unit < 0x20 || (unit >= 0x7f && unit <= 0x9f); }

bool decodeUtf16(Bytes bytes, Text& text) {
  if (bytes.size() % 2 != 0) return false;
  bool open = false;
  for (size_t at = 2; at < bytes.size(); at += 2) {
    const auto unit = static_cast<char16_t>(bytes.at(at) | bytes.at(at + 1) << 8);
    if (open != isLowHalf(unit)) return false;
    if (at == 2 && (unit == BYTE_ORDER_MARK || unit == SWAPPED_MARK)) return false;
    open = isHighHalf(unit);
    text.push_back(unit);
  }
  return !open;
}

// Bytes of a character by its first one, 0 when it is none, and what the character is at least.
size_t lengthOf(uint8_t first, uint32_t& least) {
  least = first < 0x80 ? 0 : first < 0xe0 ? 0x80 : first < 0xf0 ? 0x800 : 0x10000;
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

}  // namespace

bool decodeText(Bytes bytes, TextEncoding encoding, Text& text) {
  text.clear();
  const bool marked = bytes.size() >= 2 && bytes.at(0) == 0xff && bytes.at(1) == 0xfe;
  switch (encoding) {
    case TextEncoding::Latin1:
      for (size_t at = 0; at < bytes.size(); at++) text.push_back(bytes.at(at));
      return !marked;
    case TextEncoding::Utf16:
      return marked && decodeUtf16(bytes, text);
    case TextEncoding::Utf8:
      return decodeUtf8(bytes, text);
    default:
      return false;
  }
}

bool decodeUtf8(Bytes bytes, Text& text) {
  text.clear();
  for (size_t at = 0; at < bytes.size();) {
    const uint8_t first = bytes.at(at);
    uint32_t least = 0;
    const size_t length = lengthOf(first, least);
    if (length == 0 || !bytes.has(at, length)) return false;
    uint32_t character = length == 1 ? first : first & (0x7fu >> length);
    for (size_t next = 1; next < length; next++) {
      if ((bytes.at(at + next) & 0xc0) != 0x80) return false;
      character = character << 6 | (bytes.at(at + next) & 0x3f);
    }
    const bool isHalf = isHighHalf(character) || isLowHalf(character);
    if (character < least || character > 0x10ffff || isHalf || character == REPLACEMENT) return false;
    if (at == 0 && character == BYTE_ORDER_MARK) return false;
    if (character >= 0x10000) {
      text.push_back(static_cast<char16_t>(0xd7c0 + (character >> 10)));
      text.push_back(static_cast<char16_t>(0xdc00 + (character & 0x3ff)));
    } else {
      text.push_back(static_cast<char16_t>(character));
    }
    at += length;
  }
  return true;
}

size_t terminator(Bytes bytes, TextEncoding encoding, size_t from) {
  if (encoding != TextEncoding::Utf16 && encoding != TextEncoding::Utf16BigEndian) return bytes.find(0, from);
  for (size_t at = from; bytes.has(at, 2); at += 2) {
    if (bytes.u16be(at) == 0) return at;
  }
  return Bytes::NOWHERE;
}

bool trimClean(TextView& text) {
  while (!text.empty() && text.back() == 0x20) text.remove_suffix(1);
  if (text.empty() || text.size() > TEXT_LIMIT || isSpace(text.front()) || isSpace(text.back())) return false;
  bool bytesOnly = true, twoHigh = false, wasHigh = false;
  for (const char16_t unit : text) {
    if (isControl(unit)) return false;
    const bool high = unit >= 0x80;
    twoHigh = twoHigh || (high && wasHigh);
    wasHigh = high;
    bytesOnly = bytesOnly && unit <= 0xff;
  }
  return !(bytesOnly && twoHigh);
}

bool numberOf(TextView text, double& number) {
  double all = 0;
  const size_t slash = text.find(u'/');
  return digitsOf(text.substr(0, slash), number) && (slash == TextView::npos || digitsOf(text.substr(slash + 1), all));
}

bool digitsOf(TextView text, double& number) {
  if (text.empty() || text.size() > DIGITS_LIMIT) return false;
  double value = 0;
  for (const char16_t unit : text) {
    if (unit < u'0' || unit > u'9') return false;
    value = value * 10 + (unit - u'0');
  }
  number = value;
  return true;
}

bool equals(TextView text, std::string_view ascii) {
  if (text.size() != ascii.size()) return false;
  for (size_t at = 0; at < text.size(); at++) {
    if (text[at] != static_cast<unsigned char>(ascii[at])) return false;
  }
  return true;
}

bool upperCased(TextView text, std::string& name) {
  name.clear();
  for (const char16_t unit : text) {
    if (unit < 0x20 || unit > 0x7e) return false;
    const char letter = static_cast<char>(unit);
    name.push_back(letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter);
  }
  return true;
}

}  // namespace tonearm

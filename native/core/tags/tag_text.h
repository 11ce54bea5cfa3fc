// Texts of tags, as far as they leave no doubt: what is taken here needs neither cleaning nor a repair of its encoding
// (src/tags/track-tag.ts and tags/encodings.ts), and all others are for music-metadata.
#pragma once

#include <string>
#include <string_view>

#include "tag_bytes.h"

namespace tonearm {

using Text = std::u16string;
using TextView = std::u16string_view;

// ID3v2.4 section 4.
enum class TextEncoding : uint8_t { Latin1 = 0, Utf16 = 1, Utf16BigEndian = 2, Utf8 = 3 };

// False for damage, a missing or second byte order mark, and big endian. Zeros may be in it.
bool decodeText(Bytes bytes, TextEncoding encoding, Text& text);
bool decodeUtf8(Bytes bytes, Text& text);
// Where a text of this encoding ends; NOWHERE when it does not.
size_t terminator(Bytes bytes, TextEncoding encoding, size_t from = 0);

// Cuts spaces off its end. False when it is then empty, long, has other space at its ends or control characters, or
// may be bytes of another encoding.
bool trimClean(TextView& text);
// `7` and `7/12` as their first number; false for anything else.
bool numberOf(TextView text, double& number);
// Reads a number from a whole text of digits.
bool digitsOf(TextView text, double& number);
bool equals(TextView text, std::string_view ascii);
// Capital letters from ASCII; false when there is anything else than printable ASCII.
bool upperCased(TextView text, std::string& name);

}  // namespace tonearm

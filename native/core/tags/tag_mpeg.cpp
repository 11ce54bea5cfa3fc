// The frames of a layer III file: rates, and the length, from an information frame or from frames of one bit rate.
#include "tag_formats.h"

#include <cmath>

namespace tonearm {

namespace {

// Bytes of a frame that are looked at, and the most behind an information frame's header.
constexpr size_t FRAME_HEAD = 256, REST_LIMIT = 1000;
// What is looked for behind a frame's side information.
constexpr size_t NAME = 10, VBRI_AT = 36;
constexpr unsigned COUNTED = 4, LOOKS = 4, LAST = 3;
constexpr uint32_t SYNC_AND_LAYER = 0xffe6, LAYER_3 = 0xffe2;
constexpr double FULL_RATES[] = {44'100, 48'000, 32'000};
constexpr double FULL_KILOBITS[] = {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0};
constexpr double LOW_KILOBITS[] = {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0};

struct MpegFrame {
  unsigned version = 0;
  bool hasChecksum = false;
  double bitRate = 0, sampleRate = 0, samples = 0;
  // Bytes: of this frame, and of one on average where all are of this rate.
  size_t size = 0;
  double averageSize = 0;
  // Where a Xing header would be.
  size_t headerAt = 0;

  bool isLike(const MpegFrame& other) const { return version == other.version && sampleRate == other.sampleRate; }
};

bool frameAt(Bytes bytes, size_t at, MpegFrame& frame) {
  if (!bytes.has(at, 4) || (bytes.u16be(at) & SYNC_AND_LAYER) != LAYER_3) return false;
  const unsigned rate = bytes.at(at + 2) >> 2 & 3;
  frame.version = bytes.at(at + 1) >> 3 & 3;
  const bool full = frame.version == 3;
  const unsigned kilobitsAt = bytes.at(at + 2) >> 4;
  const double kilobits = full ? FULL_KILOBITS[kilobitsAt] : LOW_KILOBITS[kilobitsAt];
  if (frame.version == 1 || rate == 3 || kilobits == 0) return false;
  const bool mono = bytes.at(at + 3) >> 6 == 3;
  frame.hasChecksum = (bytes.at(at + 1) & 1) == 0;
  frame.sampleRate = FULL_RATES[rate] / (full ? 1 : frame.version == 2 ? 2 : 4);
  frame.samples = full ? 1152 : 576;
  frame.bitRate = kilobits * 1000;
  frame.averageSize = frame.samples / 8 * frame.bitRate / frame.sampleRate;
  frame.size = static_cast<size_t>(std::floor(frame.averageSize + (bytes.at(at + 2) >> 1 & 1)));
  frame.headerAt = 4 + (full ? (mono ? 17 : 32) : mono ? 9 : 17);
  return true;
}

// Without a checksum, and with room for a name behind the side information.
bool plainFrame(Bytes head, MpegFrame& frame) {
  return frameAt(head, 0, frame) && !frame.hasChecksum && frame.size >= frame.headerAt + NAME;
}

bool isInformation(Bytes head, const MpegFrame& frame) {
  return head.says(frame.headerAt, "Xing") || head.says(frame.headerAt, "Info");
}

bool hasSync(Bytes bytes) {
  for (size_t at = bytes.find(0xff); at != Bytes::NOWHERE; at = bytes.find(0xff, at + 1)) {
    if ((bytes.at(at + 1) & 0xe0) == 0xe0) return true;
  }
  return false;
}

bool isDigit(uint8_t byte) { return byte >= '0' && byte <= '9'; }
bool isLetter(uint8_t byte) { return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z'); }

// `LAME3.9x`, or three figures behind the point.
bool isKnownLame(Bytes head, size_t at) {
  if (!head.says(at, "3.") || !isDigit(head.at(at + 2)) || !isDigit(head.at(at + 3))) return false;
  return head.at(at + 2) == '9' || isDigit(head.at(at + 4));
}

// Encoder delay and padding in samples, 12 bits each, behind the encoder's name; 0 when not given.
double trimOf(Bytes lame) {
  if (lame.size() < 24 || !isLetter(lame.at(0))) return 0;
  for (size_t at = 1; at < 4; at++) {
    const uint8_t byte = lame.at(at);
    if (!isLetter(byte) && !isDigit(byte) && byte != '_' && byte != '.') return 0;
  }
  const uint32_t bits = lame.u24be(21);
  return (bits >> 12) + (bits & 0xfff);
}

double millisecondsOf(double samples, double rate) { return std::floor(samples * 1000 / rate); }

struct Information {
  double duration = 0, milliseconds = 0;
  bool variable = false;
};

// False when it is not a plain one.
bool readInformation(Bytes head, const MpegFrame& frame, Information& information, size_t& end) {
  const size_t at = frame.headerAt;
  const uint32_t flags = head.u32be(at + 4), frames = head.u32be(at + 8);
  if (flags > 15 || (flags & 3) != 3 || frames == 0 || head.u32be(at + 12) == 0) return false;
  end = at + 16 + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  const double coded = frames * frame.samples, trim = trimOf(head.after(end));
  information.duration = coded / frame.sampleRate;
  information.milliseconds = millisecondsOf(trim < coded ? coded - trim : coded, frame.sampleRate);
  information.variable = head.says(at, "Xing") && (flags & 8) != 0;
  if (head.says(end, "LAME")) {
    if (!isKnownLame(head, end + 4)) return false;
    end += 36;
  }
  return true;
}

// Whether a frame of the same kind and bit rate begins there, or a byte or two beside: padding moves frames.
bool isFrameNear(TagWindow& window, const MpegFrame& frame, uint64_t at) {
  MpegFrame other;
  const Bytes bytes = at == 0 ? Bytes() : window.peek(at - 1, 7);
  for (size_t shift = 0; shift < 4; shift++) {
    if (frameAt(bytes, shift, other) && other.isLike(frame) && other.bitRate == frame.bitRate) return true;
  }
  return false;
}

// How many frames there are, if those that are looked at are where they must be when all are of one bit rate; else 0.
double constantCount(TagWindow& window, const MpegFrame& frame, uint64_t start, uint64_t end) {
  const double most = std::floor(static_cast<double>(end - start) / frame.averageSize + 0.5);
  const auto isThere = [&](double index) {
    return isFrameNear(window, frame, start + static_cast<uint64_t>(std::floor(index * frame.averageSize)));
  };
  for (unsigned look = 1; look < LOOKS; look++) {
    if (!isThere(std::floor(look * most / LOOKS))) return 0;
  }
  for (double index = most - 1; index >= most - LAST && index > 0; index--) {
    if (isThere(index)) return index + 1;
  }
  return 0;
}

}  // namespace

bool readMpeg(TagWindow& window, TagRecord& record, uint64_t start, uint64_t end, uint64_t rateEnd) {
  Bytes head, rest;
  MpegFrame first, frame;
  Information information;
  if (!window.bytes(start, FRAME_HEAD, head) || !plainFrame(head, first)) return false;
  if (head.says(first.headerAt, "Xtra") || head.says(VBRI_AT, "VBRI")) return false;
  const bool informed = isInformation(head, first);
  if (informed) {
    size_t behind = 0;
    if (!readInformation(head, first, information, behind) || first.size <= behind) return false;
    const size_t length = first.size - behind + 1;
    if (length > REST_LIMIT || !window.bytes(start + behind, length, rest) || hasSync(rest)) return false;
  }
  uint64_t at = start;
  bool constant = true;
  frame = first;
  for (unsigned count = 1; count < COUNTED; count++) {
    at += frame.size;
    if (!window.bytes(at, FRAME_HEAD, head) || !plainFrame(head, frame) || !frame.isLike(first)) return false;
    if (isInformation(head, frame)) return false;
    constant = constant && frame.bitRate == first.bitRate;
  }
  if (at + FRAME_HEAD + TagWindow::ID3V1 > window.size() || end <= start) return false;
  if (!constant && !informed) return false;
  record.number(TagNumber::SampleRate) = frame.sampleRate;
  record.number(TagNumber::BitRate) = frame.bitRate;
  if (!constant && information.variable) {
    record.number(TagNumber::BitRate) = static_cast<double>(rateEnd - start) * 8 / information.duration;
  }
  if (informed) {
    record.number(TagNumber::Length) = information.milliseconds;
    return true;
  }
  const double count = constantCount(window, first, start, end);
  record.number(TagNumber::Length) = millisecondsOf(count * first.samples, first.sampleRate);
  return count >= 2;
}

}  // namespace tonearm

// A file seen through few and small reads: its head, 16 KiB at first and 64 KiB where more is asked for, its last
// bytes, and a handful of further positions. Thread: any one; it blocks on the disk.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tag_bytes.h"

namespace tonearm {

class TagWindow {
 public:
  // Bytes of an ID3v1 tag, and of an APE tag's footer before it.
  static constexpr size_t ID3V1 = 128, TAIL = ID3V1 + 32;
  static constexpr size_t HEAD = 65'536, FURTHER = 16'384;

  // May be used for one file after the other. Borrows the descriptor until the next call. False when nothing can be
  // read.
  bool open(int descriptor, uint64_t size);

  uint64_t size() const { return size_; }
  // The first bytes of the file, HEAD of them at most; valid until the next file.
  Bytes head();
  // For a format whose tables are long: so many reads, in the place of a handful.
  void allow(unsigned reads) { mostReads_ = reads; }
  // Bytes of the file, valid until the next call; false when they are not all there, more than FURTHER, or one read too many.
  bool bytes(uint64_t from, size_t length, Bytes& found);
  // Some few bytes of anywhere, valid until the next call; fewer at the end of the file.
  Bytes peek(uint64_t from, size_t length);
  // The last bytes of a file, HEAD at most, valid until the next call; false when they are not all there.
  bool last(size_t length, Bytes& found);
  // The last TAIL bytes of the file, valid until the next file; false when it is shorter.
  bool tail(Bytes& found);

 private:
  static constexpr size_t FIRST = 16'384;
  static constexpr unsigned MOST_READS = 6;

  Bytes known() const { return Bytes(head_.data(), headBytes_); }
  size_t read(uint64_t from, uint8_t* into, size_t length) const;

  int descriptor_ = -1;
  uint64_t size_ = 0;
  std::vector<uint8_t> head_ = std::vector<uint8_t>(HEAD);
  std::vector<uint8_t> further_ = std::vector<uint8_t>(HEAD);
  std::array<uint8_t, TAIL> tail_ = {}, peeked_ = {};
  size_t headBytes_ = 0, furtherBytes_ = 0;
  uint64_t furtherAt_ = 0;
  unsigned reads_ = 0, mostReads_ = MOST_READS;
};

}  // namespace tonearm

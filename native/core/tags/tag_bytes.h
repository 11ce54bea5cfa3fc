// Bytes of a file, which a stranger wrote: every look is checked, and what lies outside reads as zero. The readers of
// tags do no pointer arithmetic of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace tonearm {

// A name of four letters as the number that `Bytes::u32be` gives.
constexpr uint32_t fourLetters(const char (&name)[5]) {
  uint32_t code = 0;
  for (size_t at = 0; at < 4; at++) code = code << 8 | static_cast<unsigned char>(name[at]);
  return code;
}

class Bytes {
 public:
  static constexpr size_t NOWHERE = SIZE_MAX;

  Bytes() = default;
  // Borrows: valid as long as the memory is.
  Bytes(const uint8_t* data, size_t size) : data_(data), size_(size) {}

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool has(size_t from, size_t count) const { return from <= size_ && count <= size_ - from; }

  uint8_t at(size_t index) const { return index < size_ ? data_[index] : 0; }
  uint32_t u16be(size_t index) const { return static_cast<uint32_t>(at(index)) << 8 | at(index + 1); }
  uint32_t u24be(size_t index) const { return u16be(index) << 8 | at(index + 2); }
  uint32_t u32be(size_t index) const { return u16be(index) << 16 | u16be(index + 2); }
  uint32_t u16le(size_t index) const { return at(index) | static_cast<uint32_t>(at(index + 1)) << 8; }
  uint32_t u24le(size_t index) const { return u16le(index) | static_cast<uint32_t>(at(index + 2)) << 16; }
  uint32_t u32le(size_t index) const { return u16le(index) | u16le(index + 2) << 16; }
  uint64_t u64le(size_t index) const { return u32le(index) | static_cast<uint64_t>(u32le(index + 4)) << 32; }

  // Empty when they are not all there.
  Bytes cut(size_t from, size_t count) const { return has(from, count) ? Bytes(data_ + from, count) : Bytes(); }
  Bytes after(size_t from) const { return from < size_ ? Bytes(data_ + from, size_ - from) : Bytes(); }

  bool says(size_t from, std::string_view text) const {
    return has(from, text.size()) && std::memcmp(data_ + from, text.data(), text.size()) == 0;
  }
  // Empty when they are not all there.
  std::string_view text(size_t from, size_t count) const {
    return has(from, count) ? std::string_view(reinterpret_cast<const char*>(data_) + from, count) : std::string_view();
  }
  size_t find(uint8_t byte, size_t from = 0) const {
    const void* found = from < size_ ? std::memchr(data_ + from, byte, size_ - from) : nullptr;
    return found == nullptr ? NOWHERE : static_cast<size_t>(static_cast<const uint8_t*>(found) - data_);
  }
  // Behind what is there.
  void copyTo(std::vector<uint8_t>& bytes) const { bytes.insert(bytes.end(), data_, data_ + size_); }
  bool isZero() const {
    for (size_t index = 0; index < size_; index++) {
      if (data_[index] != 0) return false;
    }
    return true;
  }

 private:
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace tonearm

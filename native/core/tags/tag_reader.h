// The reader of tags: takes usual files, and leaves all others to music-metadata (src/tags), of whose answers its
// own are a part; a test compares them. Threads: the workers that read tags. Nothing here throws but for memory.
#pragma once

#include <string_view>

#include "tag_record.h"
#include "tag_window.h"

namespace tonearm {

class TagReader {
 public:
  // A file of `size` bytes by its path, whose ending says what it is. False when it cannot be read, or is not quite
  // usual.
  bool read(const char* path, uint64_t size);
  // Reads the tags of an open file.
  bool read(std::string_view path, int descriptor, uint64_t size);
  // What was read last.
  const TagRecord& record() const { return record_; }

 private:
  bool readKind(std::string_view path);
  bool readMp3();
  bool readPlainFlac();

  TagWindow window_;
  TagRecord record_;
};

}  // namespace tonearm

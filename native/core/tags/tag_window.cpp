#include "tag_window.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace tonearm {

bool TagWindow::open(int descriptor, uint64_t size) {
  descriptor_ = descriptor;
  size_ = size;
  reads_ = 0;
  mostReads_ = MOST_READS;
  furtherBytes_ = 0;
  headBytes_ = read(0, head_.data(), static_cast<size_t>(std::min<uint64_t>(size, FIRST)));
  return headBytes_ > 0;
}

Bytes TagWindow::head() {
  const size_t most = static_cast<size_t>(std::min<uint64_t>(size_, HEAD));
  if (headBytes_ < most) headBytes_ += read(headBytes_, head_.data() + headBytes_, most - headBytes_);
  return known();
}

bool TagWindow::bytes(uint64_t from, size_t length, Bytes& found) {
  if (length > FURTHER || from > size_ || length > size_ - from) return false;
  if (from + length <= HEAD) {
    const size_t at = static_cast<size_t>(from);
    found = (known().has(at, length) ? known() : head()).cut(at, length);
    return known().has(at, length);
  }
  const bool isNear = from >= furtherAt_ && from - furtherAt_ <= furtherBytes_;
  if (!isNear || length > furtherBytes_ - static_cast<size_t>(from - furtherAt_)) {
    if (reads_++ >= mostReads_) return false;
    furtherAt_ = from;
    furtherBytes_ = read(from, further_.data(), static_cast<size_t>(std::min<uint64_t>(size_ - from, FURTHER)));
  }
  const Bytes further(further_.data(), furtherBytes_);
  const size_t at = static_cast<size_t>(from - furtherAt_);
  found = further.cut(at, length);
  return further.has(at, length);
}

Bytes TagWindow::peek(uint64_t from, size_t length) {
  if (from >= size_) return Bytes();
  const size_t most = static_cast<size_t>(std::min<uint64_t>({length, size_ - from, peeked_.size()}));
  if (from <= HEAD && known().has(static_cast<size_t>(from), most)) return known().cut(static_cast<size_t>(from), most);
  return Bytes(peeked_.data(), read(from, peeked_.data(), most));
}

bool TagWindow::last(size_t length, Bytes& found) {
  if (length > HEAD || length > size_) return false;
  furtherAt_ = size_ - length;
  furtherBytes_ = read(furtherAt_, further_.data(), length);
  found = Bytes(further_.data(), furtherBytes_);
  return furtherBytes_ == length;
}

bool TagWindow::tail(Bytes& found) {
  if (size_ < TAIL) return false;
  const uint64_t from = size_ - TAIL;
  if (from <= HEAD && known().has(static_cast<size_t>(from), TAIL)) {
    found = known().cut(static_cast<size_t>(from), TAIL);
    return true;
  }
  found = Bytes(tail_.data(), read(from, tail_.data(), TAIL));
  return found.size() == TAIL;
}

// Fewer at the end of the file, and when the disk fails: whoever reads the file next meets that again.
size_t TagWindow::read(uint64_t from, uint8_t* into, size_t length) const {
  size_t done = 0;
  while (done < length) {
    const ssize_t count = pread(descriptor_, into + done, length - done, static_cast<off_t>(from + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<size_t>(count);
  }
  return done;
}

}  // namespace tonearm

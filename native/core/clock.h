// The monotonic clock that native code and Node share.
#pragma once

#include <ctime>

#include <cstdint>

namespace tonearm {

// CLOCK_MONOTONIC in microseconds: the same clock as process.hrtime() in Node.
inline uint64_t monotonicMicroseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000 + static_cast<uint64_t>(now.tv_nsec) / 1000;
}

}  // namespace tonearm

// Keeps in a file which position of a track is played, while nothing in JavaScript is awake: a thread of its own looks at the
// ring again and again. The file is no business of the PCM writer's thread, which must never wait
// for a disk.
#pragma once

#include <pthread.h>

#include <array>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

#include "ring.h"

namespace tonearm {

// How the time of the played track follows from the ring: frame `ringFrame` of the ring is frame `trackFrame` of the track.
struct PlaybackClock {
  const RingHeader* header;
  uint32_t ringRate;
  uint32_t ringFrame;
  uint32_t most;  // frames of the ring from there to where another track begins
  uint64_t trackFrame;
  uint32_t trackRate;
};

// Milliseconds of the track at the loudspeaker at `now` (CLOCK_MONOTONIC, microseconds), rounded down. Nothing while the
// ring changes over to another sound. src/playback/engine/timeline.ts reckons the same.
std::optional<uint64_t> playedMilliseconds(const PlaybackClock& clock, uint64_t now);

// What is written: a text of which `width` bytes from `at` on are the milliseconds, right-aligned between spaces.
struct PositionLine {
  static constexpr size_t kBytes = 128;

  std::array<char, kBytes> text;
  size_t at;
  size_t width;

  // False when they are more than the line has room for.
  bool put(uint64_t milliseconds);
};

class PositionKeeper {
 public:
  // `descriptor` stays the caller's, and open until `stop`.
  explicit PositionKeeper(int descriptor, int everyMilliseconds);
  PositionKeeper(const PositionKeeper&) = delete;
  PositionKeeper& operator=(const PositionKeeper&) = delete;
  ~PositionKeeper();

  // Keeps this position from now on, with the first line a turn from now when it rested. The ring must outlive it. False
  // when the system refuses a thread.
  bool follow(const PlaybackClock& clock, const PositionLine& line);
  // Looks at the ring no more, and sleeps.
  void rest();
  // Ends the thread: waits for a line that is being written. May be called twice.
  void stop();

 private:
  static void* entry(void* self);
  void run();
  void write(const PositionLine& line);

  const int descriptor_;
  const int every_;
  pthread_t thread_{};
  bool started_ = false;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool quit_ = false;
  std::optional<PlaybackClock> clock_;
  PositionLine line_{};
};

}  // namespace tonearm

#include "position_keeper.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "clock.h"

namespace tonearm {
namespace {

constexpr size_t kStackBytes = 64 << 10;
// The kernel may join a turn with another wake-up of the machine: this share of a turn later.
constexpr unsigned long kSlackShare = 15;

uint64_t joined(const Word& low, const Word& high) { return static_cast<uint64_t>(high.load()) << 32 | low.load(); }

// Frame at the loudspeaker: the writer's last reading, moved on by the time since, never past what was written.
uint32_t playedFrame(const RingHeader& header, uint32_t rate, uint64_t now) {
  for (;;) {
    const uint32_t sequence = header.sequence.load();
    const uint32_t played = header.playedFrame.load();
    const uint32_t written = header.writtenFrame.load();
    const uint64_t at = joined(header.playedAtLow, header.playedAtHigh);
    const auto state = static_cast<WriterState>(header.state.load());
    const uint64_t until = state == WriterState::Failed ? joined(header.failedAtLow, header.failedAtHigh) : now;
    if ((sequence & 1) != 0 || sequence != header.sequence.load()) continue;
    if (state != WriterState::Failed && state != WriterState::Running) return played;
    const uint64_t passed = until > at ? (until - at) * rate / 1'000'000 : 0;
    return played + static_cast<uint32_t>(std::min<uint64_t>(passed, written - played));
  }
}

}  // namespace

std::optional<uint64_t> playedMilliseconds(const PlaybackClock& clock, uint64_t now) {
  const RingHeader& header = *clock.header;
  if (header.flushApplied.load() != header.flushRequested.load()) return std::nullopt;
  const auto passed = static_cast<int32_t>(playedFrame(header, clock.ringRate, now) - clock.ringFrame);
  const uint64_t frames = std::min(static_cast<uint32_t>(std::max(passed, 0)), clock.most);
  return (clock.trackFrame + frames * clock.trackRate / clock.ringRate) * 1000 / clock.trackRate;
}

bool PositionLine::put(uint64_t milliseconds) {
  size_t end = at + width;
  do {
    if (end == at) return false;
    text[--end] = static_cast<char>('0' + milliseconds % 10);
    milliseconds /= 10;
  } while (milliseconds != 0);
  std::fill(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  return true;
}

PositionKeeper::PositionKeeper(int descriptor, int everyMilliseconds) : descriptor_(descriptor), every_(everyMilliseconds) {}

PositionKeeper::~PositionKeeper() { stop(); }

bool PositionKeeper::follow(const PlaybackClock& clock, const PositionLine& line) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!started_ && !quit_) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStackBytes);
    started_ = pthread_create(&thread_, &attributes, entry, this) == 0;
    pthread_attr_destroy(&attributes);
  }
  const bool rested = !clock_.has_value();
  clock_ = clock;
  line_ = line;
  if (rested) changed_.notify_one();
  return started_;
}

void PositionKeeper::rest() {
  const std::lock_guard<std::mutex> lock(mutex_);
  clock_.reset();
}

void PositionKeeper::stop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    quit_ = true;
    clock_.reset();
    if (!started_) return;
    started_ = false;
    changed_.notify_one();
  }
  pthread_join(thread_, nullptr);
}

void* PositionKeeper::entry(void* self) {
  pthread_setname_np(pthread_self(), "tonearm-pos");
  auto* const keeper = static_cast<PositionKeeper*>(self);
  prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(keeper->every_) * 1'000'000 / kSlackShare);
  keeper->run();
  return nullptr;
}

void PositionKeeper::run() {
  PositionLine kept{};
  std::unique_lock<std::mutex> lock(mutex_);
  while (!quit_) {
    if (!clock_.has_value()) {
      changed_.wait(lock);
      continue;
    }
    // Only the end wakes it: what is followed may change meanwhile without a turn more.
    if (changed_.wait_for(lock, std::chrono::milliseconds(every_), [this] { return quit_; })) return;
    if (!clock_.has_value()) continue;
    const std::optional<uint64_t> played = playedMilliseconds(*clock_, monotonicMicroseconds());
    PositionLine line = line_;
    // At 0 nothing was played yet, and the position to begin at is kept elsewhere.
    if (played.value_or(0) == 0 || !line.put(*played) || line.text == kept.text) continue;
    kept = line;
    lock.unlock();
    write(line);
    lock.lock();
  }
}

// A disk that refuses is told of by those who write where it can be told.
void PositionKeeper::write(const PositionLine& line) {
  while (pwrite(descriptor_, line.text.data(), line.text.size(), 0) < 0 && errno == EINTR) {
  }
}

}  // namespace tonearm

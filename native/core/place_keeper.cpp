#include "place_keeper.h"

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
uint32_t heardFrame(const RingHeader& header, uint32_t rate, uint64_t now) {
  for (;;) {
    const uint32_t sequence = header.sequence.load();
    const uint32_t heard = header.heardFrame.load();
    const uint32_t written = header.writtenFrame.load();
    const uint64_t at = joined(header.heardAtLow, header.heardAtHigh);
    const auto state = static_cast<WriterState>(header.state.load());
    const uint64_t until = state == WriterState::Failed ? joined(header.failedAtLow, header.failedAtHigh) : now;
    if ((sequence & 1) != 0 || sequence != header.sequence.load()) continue;
    if (state != WriterState::Failed && state != WriterState::Running) return heard;
    const uint64_t passed = until > at ? (until - at) * rate / 1'000'000 : 0;
    return heard + static_cast<uint32_t>(std::min<uint64_t>(passed, written - heard));
  }
}

}  // namespace

std::optional<uint64_t> heardMilliseconds(const HeardCourse& course, uint64_t now) {
  const RingHeader& header = *course.header;
  if (header.flushApplied.load() != header.flushRequested.load()) return std::nullopt;
  const auto passed = static_cast<int32_t>(heardFrame(header, course.ringRate, now) - course.ringFrame);
  const uint64_t frames = std::min(static_cast<uint32_t>(std::max(passed, 0)), course.most);
  return (course.trackFrame + frames * course.trackRate / course.ringRate) * 1000 / course.trackRate;
}

bool PlaceLine::put(uint64_t milliseconds) {
  size_t end = at + width;
  do {
    if (end == at) return false;
    text[--end] = static_cast<char>('0' + milliseconds % 10);
    milliseconds /= 10;
  } while (milliseconds != 0);
  std::fill(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  return true;
}

PlaceKeeper::PlaceKeeper(int descriptor, int everyMilliseconds) : descriptor_(descriptor), every_(everyMilliseconds) {}

PlaceKeeper::~PlaceKeeper() { stop(); }

bool PlaceKeeper::follow(const HeardCourse& course, const PlaceLine& line) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!started_ && !quit_) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStackBytes);
    started_ = pthread_create(&thread_, &attributes, entry, this) == 0;
    pthread_attr_destroy(&attributes);
  }
  const bool rested = !course_.has_value();
  course_ = course;
  line_ = line;
  if (rested) changed_.notify_one();
  return started_;
}

void PlaceKeeper::rest() {
  const std::lock_guard<std::mutex> lock(mutex_);
  course_.reset();
}

void PlaceKeeper::stop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    quit_ = true;
    course_.reset();
    if (!started_) return;
    started_ = false;
    changed_.notify_one();
  }
  pthread_join(thread_, nullptr);
}

void* PlaceKeeper::entry(void* self) {
  pthread_setname_np(pthread_self(), "tonearm-place");
  auto* const keeper = static_cast<PlaceKeeper*>(self);
  prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(keeper->every_) * 1'000'000 / kSlackShare);
  keeper->run();
  return nullptr;
}

void PlaceKeeper::run() {
  PlaceLine kept{};
  std::unique_lock<std::mutex> lock(mutex_);
  while (!quit_) {
    if (!course_.has_value()) {
      changed_.wait(lock);
      continue;
    }
    // Only the end wakes it: what is followed may change meanwhile without a turn more.
    if (changed_.wait_for(lock, std::chrono::milliseconds(every_), [this] { return quit_; })) return;
    if (!course_.has_value()) continue;
    const std::optional<uint64_t> heard = heardMilliseconds(*course_, monotonicMicroseconds());
    PlaceLine line = line_;
    // At 0 nothing was heard yet, and the place to begin at is kept elsewhere.
    if (heard.value_or(0) == 0 || !line.put(*heard) || line.text == kept.text) continue;
    kept = line;
    lock.unlock();
    write(line);
    lock.lock();
  }
}

// A disk that refuses is told of by those who write where it can be told.
void PlaceKeeper::write(const PlaceLine& line) {
  while (pwrite(descriptor_, line.text.data(), line.text.size(), 0) < 0 && errno == EINTR) {
  }
}

}  // namespace tonearm

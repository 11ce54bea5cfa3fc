// A sound card whose clock stands still until the test moves it, and which remembers every frame that was played.
//
// The writer owns the device, the test owns the card: `FakeCard` is what both share, behind a lock. The clock never
// passes what is queued (play() waits for frames, as it were), so that an underrun happens only where a test asks for
// one, however slowly a thread is scheduled.
#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/pcm_device.h"

using Frame = std::vector<uint8_t>;

class FakeCard {
 public:
  explicit FakeCard(tonearm::PcmParameters parameters, uint32_t startFrames)
      : parameters_(parameters), startFrames_(startFrames),
        frameBytes_(tonearm::bytesPerSample(parameters.format) * tonearm::kChannels), ready_(eventfd(0, EFD_NONBLOCK)) {}
  FakeCard(const FakeCard&) = delete;
  FakeCard& operator=(const FakeCard&) = delete;
  ~FakeCard() { close(ready_); }

  // Test side: any thread.

  // Moves the clock by up to `frames`; returns how many were played.
  size_t play(size_t frames) {
    const std::lock_guard lock(mutex_);
    if (!running_) return 0;
    const size_t count = std::min(frames, queue_.size());
    played_.insert(played_.end(), queue_.begin(), queue_.begin() + static_cast<long>(count));
    queue_.erase(queue_.begin(), queue_.begin() + static_cast<long>(count));
    notify();
    return count;
  }
  // Plays everything that is queued and runs dry.
  void underrun() {
    const std::lock_guard lock(mutex_);
    played_.insert(played_.end(), queue_.begin(), queue_.end());
    queue_.clear();
    running_ = false;
    fault_ = -EPIPE;
    notify();
  }
  // The plug is pulled: what is queued is never played, and every call fails from now on.
  void fault(int error) {
    const std::lock_guard lock(mutex_);
    queue_.clear();
    running_ = false;
    fault_ = -error;
    notify();
  }
  void refuseRewind() { const std::lock_guard lock(mutex_); rewinds_ = false; }
  void takeAtMost(uint32_t frames) { const std::lock_guard lock(mutex_); mostPerWrite_ = frames; }
  void failRecovery(int error) { const std::lock_guard lock(mutex_); recovery_ = -error; }
  // Runs once, on the writer thread, when it asks for the delay next.
  void atNextDelay(std::function<void()> happens) {
    const std::lock_guard lock(mutex_);
    atNextDelay_ = std::move(happens);
  }
  // Calls `happens` when the device takes frames back next.
  void atNextRewind(std::function<void()> happens) {
    const std::lock_guard lock(mutex_);
    atNextRewind_ = std::move(happens);
  }
  // Only `method` fails, with `error`: "write", "drain" or "dropAndPrepare".
  void failIn(const char* method, int error) {
    const std::lock_guard lock(mutex_);
    failingMethod_ = method;
    failingError_ = -error;
  }

  std::vector<Frame> played() const { const std::lock_guard lock(mutex_); return played_; }
  size_t playedCount() const { const std::lock_guard lock(mutex_); return played_.size(); }
  size_t queued() const { const std::lock_guard lock(mutex_); return queue_.size(); }
  bool isRunning() const { const std::lock_guard lock(mutex_); return running_; }
  int recoveries() const { const std::lock_guard lock(mutex_); return recoveries_; }
  int drops() const { const std::lock_guard lock(mutex_); return drops_; }
  size_t written() const { const std::lock_guard lock(mutex_); return written_; }

 private:
  friend class FakeDevice;

  bool fails(const char* method) const { return failingMethod_ == method; }
  size_t space() const { return parameters_.bufferFrames - queue_.size(); }
  // Makes the descriptor readable exactly while the writer has something to do.
  void notify() {
    uint64_t count = 0;
    [[maybe_unused]] ssize_t done = read(ready_, &count, sizeof count);
    if (fault_ == 0 && space() < parameters_.periodFrames) return;
    count = 1;
    done = write(ready_, &count, sizeof count);
  }

  mutable std::mutex mutex_;
  const tonearm::PcmParameters parameters_;
  const uint32_t startFrames_;
  const uint32_t frameBytes_;
  const int ready_;
  std::deque<Frame> queue_;
  std::vector<Frame> played_;
  size_t written_ = 0;
  bool running_ = false;
  bool rewinds_ = true;
  uint32_t mostPerWrite_ = UINT32_MAX;
  int fault_ = 0, recovery_ = 0, recoveries_ = 0, drops_ = 0;
  std::string failingMethod_;
  std::function<void()> atNextDelay_, atNextRewind_;
  int failingError_ = 0;
};

// What the writer thread sees of the card.
class FakeDevice final : public tonearm::PcmDevice {
 public:
  explicit FakeDevice(std::shared_ptr<FakeCard> card) : card_(std::move(card)) {}

  const tonearm::PcmParameters& parameters() const override { return card_->parameters_; }
  long available() override {
    const std::lock_guard lock(card_->mutex_);
    return card_->fault_ != 0 ? card_->fault_ : static_cast<long>(card_->space());
  }
  long delay() override {
    std::function<void()> happens;
    {
      const std::lock_guard lock(card_->mutex_);
      std::swap(happens, card_->atNextDelay_);
    }
    if (happens) happens();
    const std::lock_guard lock(card_->mutex_);
    if (card_->fault_ != 0 && card_->fault_ != -EPIPE) return card_->fault_;
    return static_cast<long>(card_->queue_.size());
  }
  long write(const uint8_t* frames, uint32_t count) override {
    const std::lock_guard lock(card_->mutex_);
    if (card_->fails("write")) return card_->failingError_;
    if (card_->fault_ != 0) return card_->fault_;
    const auto taken = static_cast<uint32_t>(std::min<size_t>({count, card_->space(), card_->mostPerWrite_}));
    const uint32_t bytes = card_->frameBytes_;
    for (uint32_t i = 0; i < taken; i++) card_->queue_.emplace_back(frames + i * bytes, frames + (i + 1) * bytes);
    card_->written_ += taken;
    if (card_->queue_.size() >= card_->startFrames_) card_->running_ = true;
    return taken;
  }
  long rewindable() override {
    const std::lock_guard lock(card_->mutex_);
    if (card_->fault_ != 0) return card_->fault_;
    return card_->rewinds_ ? static_cast<long>(card_->queue_.size()) : 0;
  }
  long rewind(uint32_t count) override {
    std::function<void()> happens;
    {
      const std::lock_guard lock(card_->mutex_);
      std::swap(happens, card_->atNextRewind_);
    }
    if (happens) happens();
    const std::lock_guard lock(card_->mutex_);
    if (card_->fault_ != 0) return card_->fault_;
    const auto back = static_cast<long>(std::min<size_t>(count, card_->queue_.size()));
    card_->queue_.erase(card_->queue_.end() - back, card_->queue_.end());
    card_->written_ -= static_cast<size_t>(back);
    return back;
  }
  int start() override {
    const std::lock_guard lock(card_->mutex_);
    if (card_->fault_ != 0) return card_->fault_;
    card_->running_ = true;
    return 0;
  }
  int dropAndPrepare() override {
    const std::lock_guard lock(card_->mutex_);
    card_->drops_++;
    if (card_->fails("dropAndPrepare")) return card_->failingError_;
    if (card_->fault_ != 0 && card_->fault_ != -EPIPE) return card_->fault_;
    card_->queue_.clear();
    card_->running_ = false;
    card_->fault_ = 0;
    return 0;
  }
  int drain() override {
    const std::lock_guard lock(card_->mutex_);
    if (card_->fails("drain")) return card_->failingError_;
    if (card_->fault_ != 0) return card_->fault_;
    card_->running_ = !card_->queue_.empty();
    return card_->queue_.empty() ? 0 : -EAGAIN;
  }
  int recover(int error) override {
    const std::lock_guard lock(card_->mutex_);
    card_->recoveries_++;
    if (card_->recovery_ != 0) return card_->recovery_;
    if (error != -EPIPE) return error;
    card_->fault_ = 0;
    return 0;
  }
  int pollDescriptors(pollfd* descriptors, int space) override {
    if (space < 1) return 0;
    const std::lock_guard lock(card_->mutex_);
    card_->notify();
    descriptors[0] = {card_->ready_, POLLIN, 0};
    return 1;
  }
  bool isReady(pollfd* descriptors, int) override { return (descriptors[0].revents & POLLIN) != 0; }

 private:
  std::shared_ptr<FakeCard> card_;
};

// PcmDevice without sound: it takes frames as fast as a DAC would, by CLOCK_MONOTONIC, so that a machine without a
// sound card behaves like one that has it; or `timeFactor` times as fast.
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "clock.h"
#include "pcm_device.h"

namespace tonearm {
namespace {

class SilentDevice final : public PcmDevice {
 public:
  explicit SilentDevice(const PcmRequest& request, int timer) : timer_(timer), startFrames_(request.startFrames) {
    parameters_.format = request.formats.empty() ? SampleFormat::S16 : request.formats.front();
    parameters_.rate = request.rate;
    parameters_.rates = request.rates;
    parameters_.timeFactor = std::max(request.timeFactor, 1U);
    parameters_.periodFrames = std::max(request.periodFrames, 1U);
    parameters_.bufferFrames = std::max(request.bufferFrames, 2 * parameters_.periodFrames);
  }
  SilentDevice(const SilentDevice&) = delete;
  SilentDevice& operator=(const SilentDevice&) = delete;
  ~SilentDevice() override { close(timer_); }

  const PcmParameters& parameters() const override { return parameters_; }

  long available() override {
    advance();
    if (underrun_) return -EPIPE;
    return static_cast<long>(parameters_.bufferFrames - queued());
  }
  long delay() override {
    advance();
    return static_cast<long>(queued());
  }
  long write(const uint8_t*, uint32_t count) override {
    const long space = available();
    if (space < 0) return space;
    const uint32_t taken = std::min<uint32_t>(count, static_cast<uint32_t>(space));
    written_ += taken;
    if (!running_ && queued() >= startFrames_) start();
    return taken;
  }
  long rewindable() override {
    advance();
    return static_cast<long>(queued());
  }
  long rewind(uint32_t count) override {
    const uint64_t back = std::min<uint64_t>(count, static_cast<uint64_t>(rewindable()));
    written_ -= back;
    return static_cast<long>(back);
  }
  int start() override {
    if (running_) return 0;
    running_ = true;
    startedAt_ = monotonicMicroseconds();
    base_ = played_;
    return 0;
  }
  int dropAndPrepare() override {
    running_ = draining_ = underrun_ = false;
    written_ = played_ = base_ = 0;
    return 0;
  }
  int drain() override {
    draining_ = true;
    start();
    advance();
    return queued() == 0 ? 0 : -EAGAIN;
  }
  int recover(int error) override { return error == -EPIPE ? dropAndPrepare() : error; }

  int pollDescriptors(pollfd* descriptors, int space) override {
    if (space < 1) return 0;
    arm();
    descriptors[0] = {timer_, POLLIN, 0};
    return 1;
  }
  bool isReady(pollfd* descriptors, int) override {
    if ((descriptors[0].revents & POLLIN) == 0) return false;
    uint64_t expirations = 0;
    return read(timer_, &expirations, sizeof expirations) > 0;
  }

 private:
  uint64_t queued() const { return written_ - played_; }
  uint64_t framesPerSecond() const { return uint64_t{parameters_.rate} * parameters_.timeFactor; }

  void advance() {
    if (!running_) return;
    const uint64_t due = base_ + (monotonicMicroseconds() - startedAt_) * framesPerSecond() / 1'000'000;
    if (due > written_ && !draining_) underrun_ = true;
    played_ = std::min(due, written_);
  }

  // Sets the timer to the moment at which a period has room; one nanosecond means now.
  void arm() {
    itimerspec when{};
    when.it_value.tv_nsec = 1;
    const uint64_t room = parameters_.bufferFrames - std::min<uint64_t>(queued(), parameters_.bufferFrames);
    if (running_ && room < parameters_.periodFrames) {
      const uint64_t nanoseconds = (parameters_.periodFrames - room) * 1'000'000'000 / framesPerSecond() + 1;
      when.it_value.tv_sec = static_cast<time_t>(nanoseconds / 1'000'000'000);
      when.it_value.tv_nsec = static_cast<long>(nanoseconds % 1'000'000'000);
    }
    timerfd_settime(timer_, 0, &when, nullptr);
  }

  PcmParameters parameters_;
  int timer_;
  uint32_t startFrames_;
  bool running_ = false, draining_ = false, underrun_ = false;
  uint64_t written_ = 0, played_ = 0, base_ = 0, startedAt_ = 0;
};

}  // namespace

std::unique_ptr<PcmDevice> openSilentDevice(const PcmRequest& request, PcmOpenError& error) {
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (timer < 0) {
    error = {errno, "timerfd_create"};
    return nullptr;
  }
  return std::make_unique<SilentDevice>(request, timer);
}

}  // namespace tonearm

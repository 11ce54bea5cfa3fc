#include "pcm_writer.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "clock.h"

namespace tonearm {
namespace {

constexpr uint32_t kVolumeMilliseconds = 20;   // ramp of a volume change
constexpr int kDeviceMilliseconds = 2000;      // a device that says nothing for so long is asked
constexpr int kPriority = 10;
constexpr size_t kStackBytes = 256 * 1024;
constexpr int kMaxDescriptors = 8;

}  // namespace

float gainFromBits(uint32_t bits) {
  float gain = 1.0F;
  std::memcpy(&gain, &bits, sizeof gain);
  return gain >= 0.0F && gain <= 1.0F ? gain : 0.0F;  // never louder than the source, and NaN is silent
}

PcmWriter::PcmWriter(std::unique_ptr<PcmDevice> device, Ring ring, int eventFd, void (*notify)(void*), void* context)
    : device_(std::move(device)), ring_(ring), eventFd_(eventFd), notify_(notify), context_(context),
      splice_(device_->parameters().format, ring.frameBytes, framesOf(kMixMilliseconds)),
      scratch_(static_cast<size_t>(kScratchFrames) * ring.frameBytes) {}

PcmWriter::~PcmWriter() { stop(); }

bool PcmWriter::start() {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  started_ = pthread_create(&thread_, &attributes, entry, this) == 0;
  pthread_attr_destroy(&attributes);
  return started_;
}

void PcmWriter::stop() {
  if (!started_) return;
  started_ = false;
  quit_.store(true);
  const uint64_t one = 1;
  while (write(eventFd_, &one, sizeof one) < 0 && errno == EINTR) {
  }
  pthread_join(thread_, nullptr);
  device_.reset();
}

void* PcmWriter::entry(void* self) {
  static_cast<PcmWriter*>(self)->run();
  return nullptr;
}

void PcmWriter::askForRealTime() {
  pthread_setname_np(pthread_self(), "tonearm-pcm");
  sched_param parameters{};
  parameters.sched_priority = kPriority;
  const bool granted = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0;
  ring_.header->realtime.store(granted ? 1 : 0);
  ring_.header->threadId.store(static_cast<uint32_t>(syscall(SYS_gettid)));
  // Where the limit allows it, neither the ring nor the scratch memory is ever paged out.
  mlock(ring_.header, kRingHeaderBytes + static_cast<size_t>(ring_.capacity) * ring_.frameBytes);
  mlock(scratch_.data(), scratch_.size());
}

void PcmWriter::attach() {
  uint32_t expected = kDetached;
  while (!ring_.header->attached.compare_exchange_weak(expected, kAttached)) {
    expected = kDetached;  // the producer is moving the counters: a matter of nanoseconds
    sched_yield();
  }
  next_ = ring_.header->tail.load();
  // A device that takes over in the middle of a sound fades in; where a track begins, its first frame is played as it is.
  fadeIn_ = next_ != ring_.header->flushFrame.load() || ring_.header->fadeIn.load() != 0;
  ring_.header->reach.store(device_->parameters().bufferFrames);
  ring_.header->error.store(0);
  ring_.header->state.store(static_cast<uint32_t>(WriterState::Idle));
  gainBits_ = ring_.header->gain.load();
  rampTo(volume(), 0);
}

void PcmWriter::run() {
  askForRealTime();
  attach();
  while (!quit_.load()) {
    if (flushIsPending()) {
      changeOver();
      continue;
    }
    switch (static_cast<Command>(ring_.header->command.load())) {
      case Command::Run:
        step();
        break;
      case Command::Hold:
        silence();
        setState(WriterState::Held);
        waitForKick(-1);
        break;
      case Command::Stop:
        silence();
        setState(WriterState::Idle);
        waitForKick(-1);
        break;
    }
  }
  silence();
  ring_.header->reach.store(0);
  ring_.header->attached.store(kDetached);
}

void PcmWriter::step() {
  RingHeader& header = *ring_.header;
  const bool ended = header.endOfStream.load() != 0;  // read before `head`: frames come first, then the end
  const uint32_t head = header.head.load();
  if (flushIsPending()) return;  // asked for meanwhile: what was pushed since begins behind it
  const uint32_t queued = head - next_;
  if (queued == 0) {
    if (ended) return finish();
    starving_ = sounding_;
    publishPosition();
    return waitForFrames(false);
  }
  if (draining_) return finish();  // the stream went on after its end was announced: hear the old part out first
  followGain();
  const long space = device_->available();
  if (space < 0) return recover(space);
  if (space > 0 && !writeQueued(std::min<uint32_t>(queued, static_cast<uint32_t>(space)))) return;
  starving_ = false;
  setState(WriterState::Running);
  publishPosition();
  if (header.head.load() != next_) waitForDevice(kDeviceMilliseconds);
}

// Hands `frames` frames to the device, around the ring's physical end. False when the device refused.
bool PcmWriter::writeQueued(uint32_t frames) {
  RingHeader& header = *ring_.header;
  if (!sounding_) {
    const uint64_t now = monotonicMicroseconds();
    header.firstWriteLow.store(static_cast<uint32_t>(now));
    header.firstWriteHigh.store(static_cast<uint32_t>(now >> 32));
    if (fadeIn_) {
      const float gain = volume();
      rampTo(0.0F, 0);
      rampTo(gain, framesOf(std::max(header.rampMilliseconds.load(), kFadeMilliseconds)));
      fadeIn_ = false;
    }
  }
  while (frames != 0) {
    uint32_t run = 0;
    const uint8_t* source = splice_.at(ring_, next_, run);
    run = std::min(frames, run);
    const bool untouched = gain_.isUnity();
    const uint32_t count = untouched ? run : std::min(run, kScratchFrames);
    const uint8_t* const original = source;
    GainRamp after = gain_;
    if (!untouched) {
      applyGain(device_->parameters().format, source, scratch_.data(), count, after);
      source = scratch_.data();
    }
    const long taken = device_->write(source, count);
    header.deviceWrites.fetch_add(1);
    if (taken < 0) {
      recover(taken);
      return false;
    }
    if (taken > 0) sounding_ = true;
    if (static_cast<uint32_t>(taken) == count) {
      gain_ = after;
    } else if (!untouched) {
      applyGain(device_->parameters().format, original, scratch_.data(), static_cast<uint32_t>(taken), gain_);
    }
    next_ += static_cast<uint32_t>(taken);
    frames -= static_cast<uint32_t>(taken);
    if (static_cast<uint32_t>(taken) != count) break;
  }
  return true;
}

// Everything was written and nothing follows: hears it out, says so once, and sleeps.
void PcmWriter::finish() {
  RingHeader& header = *ring_.header;
  if (sounding_) {
    draining_ = true;
    const int result = device_->drain();
    if (result == -EAGAIN) {
      publishPosition();
      // At most a period: a device without hardware plays on only when it is asked.
      const auto left = std::min<uint64_t>(static_cast<uint64_t>(std::max(device_->delay(), 0L)),
                                           device_->parameters().periodFrames);
      waitForKick(static_cast<int>(std::min<uint64_t>(nanosecondsOf(left) / 1'000'000 + 1, 1000)));
      return;
    }
    draining_ = sounding_ = false;
    if (result < 0 && result != -EPIPE) return fail(-result);
    const int prepared = device_->dropAndPrepare();
    if (prepared < 0) return fail(-prepared);
    publishPosition();
  }
  if (header.head.load() != next_) return;
  setState(WriterState::Drained);
  waitForFrames(true);
}

// Sleeps until the producer has more, or the player another wish. The flag is raised before the last look: a producer
// that publishes after that look sees the flag and kicks, so no wake-up is ever lost.
void PcmWriter::waitForFrames(bool ended) {
  RingHeader& header = *ring_.header;
  header.waiting.store(1);
  if (header.head.load() == next_ && (header.endOfStream.load() != 0) == ended && !flushIsPending() && !quit_.load() &&
      header.command.load() == static_cast<uint32_t>(Command::Run)) {
    waitForKick(-1);
  }
  header.waiting.store(0);
}

void PcmWriter::recover(long error) {
  if (error == -EPIPE) ring_.header->xruns.fetch_add(1);
  if (error == -EPIPE && starving_) ring_.header->starvations.fetch_add(1);
  starving_ = false;
  // What had been queued was lost to the ear only if the device stopped: after an underrun all of it was played.
  const int result = device_->recover(static_cast<int>(error));
  sounding_ = draining_ = false;
  if (result < 0) fail(-result);
}

// The device is of no use any more: keeps the last proven position, from which the next device goes on, notes when it was
// (the reader moves the position on to it, as it did while the device ran) and sleeps until the player closes the writer.
void PcmWriter::fail(int error) {
  sounding_ = draining_ = false;
  const uint64_t now = monotonicMicroseconds();
  ring_.header->failedAtLow.store(static_cast<uint32_t>(now));
  ring_.header->failedAtHigh.store(static_cast<uint32_t>(now >> 32));
  ring_.header->error.store(static_cast<uint32_t>(error));
  next_ = ring_.header->tail.load();
  setState(WriterState::Failed);
  while (!quit_.load()) waitForKick(-1);
}

// Writes up to `frames` frames through the gain ramp; returns how many, 0 when the device takes none.
uint32_t PcmWriter::writeScaled(uint32_t frames) {
  uint32_t run = 0;
  const uint8_t* source = splice_.at(ring_, next_, run);
  const uint32_t count = std::min({frames, run, kScratchFrames});
  GainRamp after = gain_;
  applyGain(device_->parameters().format, source, scratch_.data(), count, after);
  const long taken = device_->write(scratch_.data(), count);
  if (taken <= 0) return 0;
  gain_ = after;
  next_ += static_cast<uint32_t>(taken);
  return static_cast<uint32_t>(taken);
}

// A new software gain is played at once: what is queued is taken back and written again through a short ramp.
void PcmWriter::followGain() {
  const uint32_t bits = ring_.header->gain.load();
  if (bits == gainBits_) return;
  gainBits_ = bits;
  if (!sounding_) return rampTo(gainFromBits(bits), 0);
  takeBack(framesOf(kKeepMilliseconds));
  rampTo(gainFromBits(bits), gainFrames());
}

// How long the newest gain takes.
uint32_t PcmWriter::gainFrames() const {
  return framesOf(std::max(ring_.header->rampMilliseconds.load(), kVolumeMilliseconds));
}

// A ramp that begins with the next frame; remembered, because the device may give back frames of its middle.
void PcmWriter::rampTo(float gain, uint32_t frames) {
  gain_.to(gain, frames);
  ramp_ = gain_;
  rampFrame_ = next_;
}

void PcmWriter::publishPosition() {
  RingHeader& header = *ring_.header;
  const long delay = sounding_ ? device_->delay() : 0;
  if (delay < 0) return;  // lost in this instant: the last position stands, and the next call to the device tells
  uint32_t played = next_ - static_cast<uint32_t>(delay);
  uint64_t now = monotonicMicroseconds();
  splice_.played(played);
  if (splice_.isHeld() && static_cast<int32_t>(played - splice_.first()) < 0) {
    // What the device has in front of the new sound is in no track any more: the new one will be played a little later.
    now += nanosecondsOf(splice_.first() - played) / 1000;
    played = splice_.first();
  }
  header.sequence.fetch_add(1);
  header.playedFrame.store(played);
  header.playedAtLow.store(static_cast<uint32_t>(now));
  header.playedAtHigh.store(static_cast<uint32_t>(now >> 32));
  header.writtenFrame.store(next_);
  header.sequence.fetch_add(1);
  header.tail.store(played);
}

void PcmWriter::setState(WriterState state) {
  if (ring_.header->state.exchange(static_cast<uint32_t>(state)) == static_cast<uint32_t>(state)) return;
  if (state == WriterState::Drained || state == WriterState::Failed) notify_(context_);
}

void PcmWriter::waitForKick(int timeoutMilliseconds) {
  if (quit_.load()) return;  // its kick may have been taken already: fail() slept on it
  pollfd descriptor{eventFd_, POLLIN, 0};
  if (poll(&descriptor, 1, timeoutMilliseconds) > 0) {
    uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = read(eventFd_, &count, sizeof count);
  }
}

void PcmWriter::waitForDevice(int timeoutMilliseconds) {
  pollfd descriptors[kMaxDescriptors + 1];
  for (;;) {
    const int count = device_->pollDescriptors(descriptors, kMaxDescriptors);
    descriptors[count] = {eventFd_, POLLIN, 0};
    if (poll(descriptors, static_cast<nfds_t>(count) + 1, timeoutMilliseconds) <= 0) return;
    if (descriptors[count].revents != 0) {
      uint64_t kicks = 0;
      [[maybe_unused]] const ssize_t got = read(eventFd_, &kicks, sizeof kicks);
      return;
    }
    if (device_->isReady(descriptors, count)) return;  // else a plugin's timer was early: wait on
  }
}

uint64_t PcmWriter::nanosecondsOf(uint64_t frames) const {
  const uint64_t inSecond = uint64_t{device_->parameters().rate} * device_->parameters().timeFactor;
  return (frames * 1'000'000'000 + inSecond - 1) / inSecond;
}

float PcmWriter::volume() const { return gainFromBits(gainBits_); }

uint32_t PcmWriter::framesOf(uint32_t milliseconds) const {
  return static_cast<uint32_t>(static_cast<uint64_t>(device_->parameters().rate) * milliseconds / 1000);
}

}  // namespace tonearm

// The PCM writer: one real-time thread that moves frames from the ring to the device.
//
// Who controls it: the player, through the ring's `command` and `flushRequested` words, and the decoder worker, through
// `head`, `endOfStream` and the flush words; whoever changes one of them kicks the eventfd. What it never does: call
// JavaScript, allocate, lock, log, or touch a file. It sleeps in poll(2) on the device's descriptors and the eventfd.
#pragma once

#include <pthread.h>

#include <memory>
#include <optional>
#include <vector>

#include "pcm_device.h"
#include "ring.h"
#include "splice.h"

namespace tonearm {

constexpr uint32_t kFadeMilliseconds = 15;   // of pause and stop, and of seek and skip where the device takes nothing back
constexpr uint32_t kSkipMilliseconds = 4;    // of a track's last sound, before another begins
constexpr uint32_t kMixMilliseconds = 10;    // in which a sound gives way to another that begins in its middle
constexpr uint32_t kKeepMilliseconds = 10;   // not taken back: the device may be reading it already
constexpr uint32_t kScratchFrames = 2048;

// The ring's gain word as a gain, 0 to 1.
float gainFromBits(uint32_t bits);

// What the decoder has said of a flush.
struct FlushAnswer {
  uint32_t flush;        // its number
  uint32_t first;        // frame that counts behind it
  bool inside;           // that begins in the middle of a sound
  bool isSplice;         // it is the same moment of the same sound as `spliceFrame`
  uint32_t spliceFrame;

  // First frame of the new sound when the old one ends at `position`, in a ring of so many frames.
  uint32_t firstAfter(uint32_t position, uint32_t capacity) const;
};

class PcmWriter {
 public:
  // `notify(context)` is called on the writer thread when the state becomes Drained or Failed; it must be
  // as safe as uv_async_send. `eventFd` must outlive the writer.
  PcmWriter(std::unique_ptr<PcmDevice> device, Ring ring, int eventFd, void (*notify)(void*), void* context);
  PcmWriter(const PcmWriter&) = delete;
  PcmWriter& operator=(const PcmWriter&) = delete;
  ~PcmWriter();

  // Starts the thread; false when the system refuses one. Call once.
  bool start();
  // Fades out, ends the thread and closes the device: blocks some 30 ms. May be called twice.
  void stop();

 private:
  static void* entry(void* self);
  void run();
  void attach();
  void askForRealTime();

  void step();
  void finish();
  void waitForFrames(bool ended);
  bool writeQueued(uint32_t frames);
  void recover(long error);
  void fail(int error);

  // pcm_writer_flush.cpp
  bool flushIsPending() const;
  std::optional<FlushAnswer> answer() const;
  bool take(const FlushAnswer& answer);
  bool hasEnough(const std::optional<FlushAnswer>& answer) const;
  uint32_t endOfOld() const;
  void changeOver();
  void playOn(int milliseconds);
  bool splice(const FlushAnswer& answer);
  void jump();
  void applied(uint32_t flush);
  void silence();
  long spareFrames(uint32_t keep);
  long takeBack(uint32_t keep);
  uint32_t writeScaled(uint32_t frames);
  void followGain();
  uint32_t gainFrames() const;
  float volume() const;
  void rampTo(float gain, uint32_t frames);

  void publishPosition();
  void setState(WriterState state);
  void waitForKick(int timeoutMilliseconds);
  void waitForDevice(int timeoutMilliseconds);
  uint64_t nanosecondsOf(uint64_t frames) const;  // until the device has played them, rounded up
  uint32_t framesOf(uint32_t milliseconds) const;

  std::unique_ptr<PcmDevice> device_;
  Ring ring_;
  int eventFd_;
  void (*notify_)(void*);
  void* context_;
  pthread_t thread_{};
  bool started_ = false;
  std::atomic<bool> quit_{false};

  // Owned by the writer thread.
  uint32_t next_ = 0;       // next ring frame to hand to the device
  bool sounding_ = false;   // frames were written since the device was last prepared
  bool starving_ = false;   // the ring is empty before the end of the stream
  bool draining_ = false;
  bool fadeIn_ = false;     // the next frames begin in the middle of a sound
  uint32_t gainBits_ = 0;   // the player's gain as last seen
  GainRamp gain_;           // of the next frame
  GainRamp ramp_;           // the newest ramp as it began, at ring frame rampFrame_
  uint32_t rampFrame_ = 0;
  uint64_t patienceEnds_ = 0;  // when the old sound has waited long enough for a flush; 0: none is awaited
  Splice splice_;
  std::vector<uint8_t> scratch_;
};

}  // namespace tonearm

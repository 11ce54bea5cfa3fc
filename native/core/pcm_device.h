// What the writer thread needs of a sound device: written contract for the three kinds, ALSA, silent and TCP
// (socket_device.h).
//
// Thread: every method but the factories is called on the writer thread only, one at a time. Nothing blocks, except
// the factories (they may take tens of milliseconds and run on a thread of the pool). Frames are PCM frames; a negative
// result is -errno, as in alsa-lib.
#pragma once

#include <poll.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sample_format.h"

namespace tonearm {

struct PcmRequest {
  std::string device;                 // ALSA PCM name
  uint32_t rate = 44100;              // Hz: the sizes below are meant for it
  std::vector<uint32_t> rates;        // Hz, in order of preference
  std::vector<SampleFormat> formats;  // in order of preference
  uint32_t periodFrames = 0;
  uint32_t bufferFrames = 0;
  uint32_t startFrames = 0;  // the device starts by itself once this many frames are queued
  uint32_t timeFactor = 1;   // see PcmParameters
};

struct PcmParameters {
  SampleFormat format = SampleFormat::S16;
  uint32_t rate = 0;
  uint32_t periodFrames = 0;
  uint32_t bufferFrames = 0;
  std::vector<uint32_t> rates;  // those of the request that the device has
  uint32_t timeFactor = 1;      // it plays rate * timeFactor frames in a second: 1, but for tests
  int card = -1;           // ALSA card number, -1 when there is none behind it
  bool rewritable = true;  // what is queued can be replaced up to some milliseconds before it is played
};

struct PcmOpenError {
  int error = 0;  // errno
  std::string text;
};

class PcmDevice {
 public:
  virtual ~PcmDevice() = default;
  virtual const PcmParameters& parameters() const = 0;

  // Frames that can be written now. -EPIPE: an underrun happened; -ENODEV: the device is gone.
  virtual long available() = 0;
  // Frames written and not yet played; 0 when unknown.
  virtual long delay() = 0;
  // Queues interleaved frames; returns how many were taken.
  virtual long write(const uint8_t* frames, uint32_t count) = 0;
  // Frames that could be taken back, and the taking back.
  virtual long rewindable() = 0;
  virtual long rewind(uint32_t count) = 0;
  // Starts what is queued, if it has not started by itself.
  virtual int start() = 0;
  // Forgets what is queued, at once, and makes the device ready for the next write.
  virtual int dropAndPrepare() = 0;
  // Lets what is queued be played: 0 when all was played, -EAGAIN while not. Call until it is not -EAGAIN.
  virtual int drain() = 0;
  // After a negative result: 0 when playing can go on from the next write.
  virtual int recover(int error) = 0;

  // Descriptors that become ready when a period can be written. Returns their number, at most `space`.
  virtual int pollDescriptors(pollfd* descriptors, int space) = 0;
  // Whether the polled descriptors mean that available() is worth asking.
  virtual bool isReady(pollfd* descriptors, int count) = 0;
};

// Opens an ALSA PCM for playback. On failure returns null and fills `error`.
std::unique_ptr<PcmDevice> openAlsaDevice(const PcmRequest& request, PcmOpenError& error);

// A device without sound that plays by CLOCK_MONOTONIC.
std::unique_ptr<PcmDevice> openSilentDevice(const PcmRequest& request, PcmOpenError& error);

}  // namespace tonearm

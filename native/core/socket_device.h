// A PcmDevice whose sound goes to another program over TCP: raw interleaved PCM, as the TCP source of a snapserver takes it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "pcm_device.h"

namespace tonearm {

struct SocketRequest {
  std::string address;  // numeric, IPv4 or IPv6 (with a zone where it has one)
  uint16_t port = 0;
  uint32_t rate = 44100;  // Hz: the peer converts nothing
  SampleFormat format = SampleFormat::S16;
  uint32_t periodFrames = 0;
  uint32_t bufferFrames = 0;
  uint32_t startFrames = 0;
  uint32_t timeFactor = 1;             // see PcmParameters
  int connectMilliseconds = 3000;      // the connection is there by then, or opening fails
  uint32_t stallMilliseconds = 5000;   // a peer that takes nothing for so long is lost
};

// Connects: blocks up to `connectMilliseconds`. On failure returns null and fills `error`.
std::unique_ptr<PcmDevice> openSocketDevice(const SocketRequest& request, PcmOpenError& error);

}  // namespace tonearm

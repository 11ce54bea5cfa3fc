// The device without sound keeps the contract of pcm_device.h. Its clock is the real one: a rate of one frame a second
// makes it stand still for these tests, a rate of a thousand million makes it always be late.
#include "core/pcm_device.h"
#include "tap.h"

#include <cerrno>

using tonearm::PcmDevice;
using tonearm::SampleFormat;

namespace {

std::unique_ptr<PcmDevice> device(uint32_t rate, uint32_t period = 100, uint32_t buffer = 400, uint32_t start = 50) {
  tonearm::PcmRequest request;
  request.rate = rate;
  request.rates = {rate};
  request.formats = {SampleFormat::S24, SampleFormat::S16};
  request.periodFrames = period;
  request.bufferFrames = buffer;
  request.startFrames = start;
  tonearm::PcmOpenError error;
  auto opened = tonearm::openSilentDevice(request, error);
  CHECK(opened != nullptr);
  return opened;
}

constexpr uint32_t kStill = 1, kHasty = 1'000'000'000;
const std::vector<uint8_t> kFrames(8 * 1000);

bool isReady(PcmDevice& silent) {
  pollfd descriptors[2];
  const int count = silent.pollDescriptors(descriptors, 2);
  EQUAL(count, 1);
  poll(descriptors, 1, 50);
  return silent.isReady(descriptors, count);
}

}  // namespace

TEST("the silent device gives what was asked for, with at least two periods") {
  auto silent = device(44100, 100, 150);
  EQUAL(silent->parameters().rate, 44100U);
  EQUAL(silent->parameters().periodFrames, 100U);
  EQUAL(silent->parameters().bufferFrames, 200U);
  CHECK(silent->parameters().format == SampleFormat::S24);
  CHECK(silent->parameters().rates == std::vector<uint32_t>{44100});
  EQUAL(silent->parameters().card, -1);
}

TEST("the silent device takes no more than its buffer holds") {
  auto silent = device(kStill);
  EQUAL(silent->available(), 400L);
  EQUAL(silent->write(kFrames.data(), 300), 300L);
  EQUAL(silent->available(), 100L);
  EQUAL(silent->delay(), 300L);
  EQUAL(silent->write(kFrames.data(), 300), 100L);
  EQUAL(silent->write(kFrames.data(), 300), 0L);
  EQUAL(silent->delay(), 400L);
}

TEST("what the silent device has not played can be taken back, and no more") {
  auto silent = device(kStill);
  silent->write(kFrames.data(), 300);
  EQUAL(silent->rewindable(), 300L);
  EQUAL(silent->rewind(120), 120L);
  EQUAL(silent->delay(), 180L);
  EQUAL(silent->rewind(1000), 180L);
  EQUAL(silent->delay(), 0L);
}

TEST("a write beyond the start threshold starts the silent device, and one below does not") {
  auto silent = device(kHasty, 100, 400, 50);
  EQUAL(silent->write(kFrames.data(), 49), 49L);
  EQUAL(silent->delay(), 49L);
  EQUAL(silent->available(), 351L);
  silent->write(kFrames.data(), 1);
  EVENTUALLY(silent->available() == -EPIPE);
  EQUAL(silent->delay(), 0L);
}

TEST("an underrun of the silent device stays until it is recovered from") {
  auto silent = device(kHasty);
  silent->write(kFrames.data(), 100);
  EVENTUALLY(silent->available() == -EPIPE);
  EQUAL(silent->write(kFrames.data(), 10), -static_cast<long>(EPIPE));
  EQUAL(silent->recover(-EPIPE), 0);
  EQUAL(silent->available(), 400L);
  EQUAL(silent->recover(-ENODEV), -ENODEV);
}

TEST("draining the silent device ends with nothing queued and without an underrun") {
  auto slow = device(kStill);
  slow->write(kFrames.data(), 300);
  EQUAL(slow->drain(), -EAGAIN);
  auto silent = device(kHasty);
  silent->write(kFrames.data(), 10);
  EVENTUALLY(silent->drain() == 0);
  EQUAL(silent->delay(), 0L);
  EQUAL(silent->dropAndPrepare(), 0);
  EQUAL(silent->available(), 400L);
}

TEST("dropping empties the silent device at once") {
  auto silent = device(kStill);
  silent->write(kFrames.data(), 400);
  EQUAL(silent->dropAndPrepare(), 0);
  EQUAL(silent->delay(), 0L);
  EQUAL(silent->available(), 400L);
}

TEST("the silent device is ready to poll exactly while a period has room") {
  auto silent = device(kStill);
  CHECK(isReady(*silent));
  silent->write(kFrames.data(), 300);
  CHECK(isReady(*silent));
  silent->write(kFrames.data(), 100);
  CHECK(!isReady(*silent));
  silent->rewind(100);
  CHECK(isReady(*silent));
}

TEST("the silent device never plays more than it was given, whatever the clock says") {
  auto silent = device(48000, 100, 4000, 100);
  long written = 0, lastPlayed = 0;
  const auto playOn = [&] {
    const long taken = silent->write(kFrames.data(), 200);
    if (taken == -EPIPE) {
      silent->recover(-EPIPE);
      written = lastPlayed = 0;
    }
    written += std::max(taken, 0L);
    const long played = written - silent->delay();
    CHECK(played >= lastPlayed);
    CHECK(played <= written);
    lastPlayed = played;
    return played > 500;
  };
  EVENTUALLY(playOn());
}

TEST("the silent device plays as many times as fast as it is asked to") {
  tonearm::PcmRequest request;
  request.rate = 20'000'000;
  request.rates = {request.rate};
  request.periodFrames = 100;
  request.bufferFrames = 40'000'000;
  request.startFrames = 1;
  request.timeFactor = 50;
  tonearm::PcmOpenError error;
  auto fast = tonearm::openSilentDevice(request, error);
  request.timeFactor = 1;
  auto slow = tonearm::openSilentDevice(request, error);
  EQUAL(fast->parameters().timeFactor, 50U);
  const std::vector<uint8_t> frames(8 * 1000);
  for (auto* device : {fast.get(), slow.get()}) {
    for (long written = 0; written < 40'000'000;) written += device->write(frames.data(), 40'000'000);
  }
  EVENTUALLY(fast->available() == -EPIPE);
  CHECK(slow->available() >= 0);
}

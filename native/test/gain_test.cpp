// Software gain: bit-exact at unity, and a ramp without a click wherever it changes.
#include <cmath>
#include <random>

#include "rig.h"

using tonearm::SampleFormat;
using tonearm::WriterState;

namespace {

constexpr uint32_t kRamp = kRate * 20 / 1000;  // frames of a volume change
// The gain may move by one step of the ramp a frame, and the rig's own samples by one in 2^30.
constexpr double kStep = 1.05 / kFade;

std::vector<uint8_t> noise(size_t bytes, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint8_t> data(bytes);
  for (auto& byte : data) byte = static_cast<uint8_t>(random());
  return data;
}

}  // namespace

TEST("at unity every bit of every format reaches the device") {
  for (const auto format : {SampleFormat::S16, SampleFormat::S24, SampleFormat::S24_3, SampleFormat::S32}) {
    Rig rig({1 << 15, 0, 512, 4096, 1024, format});
    const auto data = noise(20000 * 2 * tonearm::bytesPerSample(format), 5);
    rig.produceBytes(data);
    rig.run();
    rig.end();
    PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
    std::vector<uint8_t> played;
    for (const Frame& frame : rig.played()) played.insert(played.end(), frame.begin(), frame.end());
    CHECK(played == data);
  }
}

TEST("a gain that is set before the first frame is in force from the first frame") {
  Rig rig;
  rig.setGain(0.25F);
  rig.produce(5000);
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(played.size(), 5000U);
  for (size_t i = 0; i < played.size(); i++) {
    CHECK(std::abs(Rig::left(played[i]) - 0.25 * (kBase + static_cast<double>(i))) <= 0.5);
  }
}

TEST("changing the gain ramps within a few milliseconds of what is played, without a jump") {
  Rig rig;
  rig.produce(40000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 3000);
  EVENTUALLY(rig.card->queued() > 3500);
  const size_t changed = rig.card->playedCount();
  rig.setGain(0.5F);
  PLAY_UNTIL(rig, rig.card->playedCount() > changed + 4096);
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(played.size(), 40000U);
  const size_t from = countUntouched(played, 0, 0);
  CHECK(from >= changed);
  CHECK(from <= changed + 4096);
  CHECK(largestJump(played, 0, played.size()) < kStep);
  for (size_t i = from + kRamp; i < played.size(); i++) {
    CHECK(std::abs(Rig::left(played[i]) - 0.5 * (kBase + static_cast<double>(i))) <= 0.5);
  }
}

TEST("a gain that changes again while it ramps does not jump") {
  Rig rig;
  rig.produce(60000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 3000);
  for (const float gain : {0.1F, 0.9F, 0.0F, 1.0F, 0.3F}) {
    EVENTUALLY(rig.card->queued() > 3500);
    const uint32_t written = rig.header().deviceWrites.load();
    rig.setGain(gain);
    EVENTUALLY(rig.header().deviceWrites.load() > written);
    EVENTUALLY(rig.card->queued() > 3500);
    rig.card->play(100);
  }
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(played.size(), 60000U);
  CHECK(largestJump(played, 0, played.size()) < kStep);
  CHECK(std::abs(Rig::left(played.back()) - static_cast<double>(0.3F) * (kBase + 59999.0)) <= 0.5);
}

TEST("back at unity the samples are untouched again") {
  Rig rig;
  rig.setGain(0.5F);
  rig.produce(40000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 3000);
  rig.setGain(1.0F);
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(played.size(), 40000U);
  const size_t from = 3000 + 4096 + 2 * kRamp + 1000;
  EQUAL(countUntouched(played, from, static_cast<uint32_t>(from)), 40000 - from);
}

TEST("a pause at a low gain fades from that gain and comes back to it") {
  Rig rig;
  rig.setGain(0.5F);
  rig.produce(40000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 3000);
  rig.hold();
  PLAY_UNTIL(rig, rig.state() == WriterState::Held);
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  CHECK(largestJump(played, 1, played.size()) < kStep);
  for (const Frame& frame : played) CHECK(Rig::left(frame) <= kBase / 2 + 20000);
  CHECK(std::abs(Rig::left(played.back()) - 0.5 * (kBase + 39999.0)) <= 0.5);
}

TEST("a gain that is changed while held is in force when playing goes on") {
  Rig rig;
  rig.produce(40000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 3000);
  rig.hold();
  PLAY_UNTIL(rig, rig.state() == WriterState::Held);
  const size_t silentSince = rig.card->playedCount();
  rig.setGain(0.125F);
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  for (size_t i = silentSince; i < played.size(); i++) CHECK(Rig::left(played[i]) <= kBase / 8 + 20000);
  CHECK(largestJump(played, silentSince, played.size()) < kStep);
}

TEST("a gain that is no number, negative or above one is silence, never noise") {
  for (const float gain : {std::nanf(""), -1.0F, 1.5F, INFINITY, -INFINITY}) {
    Rig rig;
    rig.setGain(gain);
    rig.produce(2000);
    rig.run();
    rig.end();
    PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
    for (const Frame& frame : rig.played()) EQUAL(Rig::left(frame), 0);
  }
}

TEST("the gain works around the ring's end and with a device that takes few frames at a time") {
  Rig rig({1 << 12, 0U - 1000U, 256, 1024, 256});
  rig.card->takeAtMost(97);
  rig.setGain(0.5F);
  rig.run();
  for (int i = 0; i < 20; i++) {
    PLAY_UNTIL(rig, rig.room() >= 1000);
    rig.produce(1000);
  }
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(played.size(), 20000U);
  for (size_t i = 0; i < played.size(); i++) {
    CHECK(std::abs(Rig::left(played[i]) - 0.5 * (kBase + static_cast<double>(i))) <= 0.5);
  }
}

TEST("a ramp over a device that takes few frames at a time is one straight line") {
  Rig rig;
  rig.card->takeAtMost(97);
  rig.produce(40000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 3000);
  rig.setGain(0.5F);
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(played.size(), 40000U);
  const size_t from = countUntouched(played, 0, 0);
  tonearm::GainRamp ramp;
  ramp.to(0.5F, kRamp);
  for (size_t i = from; i < played.size(); i++) {
    const int32_t source[2] = {kBase + static_cast<int32_t>(i), -kBase - static_cast<int32_t>(i)};
    Frame scaled(8);
    tonearm::applyGain(SampleFormat::S32, reinterpret_cast<const uint8_t*>(source), scaled.data(), 1, ramp);
    CHECK(played[i] == scaled);
  }
}

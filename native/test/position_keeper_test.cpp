// The position that is kept from the ring alone: what it says, and that it is written while nobody asks.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "position_keeper.h"
#include "tap.h"

using tonearm::PlaybackClock;
using tonearm::playedMilliseconds;
using tonearm::PositionKeeper;
using tonearm::PositionLine;
using tonearm::RingHeader;
using tonearm::WriterState;

namespace {

constexpr uint32_t kRate = 48000;
constexpr int kEvery = 5;
constexpr uint64_t kNow = 7'000'000'000'000;

// A ring that stands at a frame: the writer's last reading was at kNow.
struct Position {
  std::unique_ptr<RingHeader> header{new RingHeader{}};

  explicit Position(uint32_t played, uint32_t written, WriterState state = WriterState::Held) {
    header->playedFrame.store(played);
    header->writtenFrame.store(written);
    header->playedAtLow.store(static_cast<uint32_t>(kNow));
    header->playedAtHigh.store(static_cast<uint32_t>(kNow >> 32));
    header->state.store(static_cast<uint32_t>(state));
  }

  PlaybackClock clock(uint32_t ringFrame, uint64_t trackFrame = 0, uint32_t trackRate = kRate) const {
    return {header.get(), kRate, ringFrame, 1U << 31, trackFrame, trackRate};
  }
};

PositionLine lineOf(const char* text) {
  PositionLine line{};
  line.text.fill(' ');
  std::memcpy(line.text.data(), text, std::strlen(text));
  line.at = std::strlen(text);
  line.width = 6;
  return line;
}

// A file that is gone when the test is over.
struct File {
  char path[32] = "/tmp/tonearm-position-XXXXXX";
  int descriptor = mkstemp(path);
  ~File() {
    close(descriptor);
    unlink(path);
  }

  std::string text() const {
    char bytes[PositionLine::kBytes + 1] = {};
    const ssize_t count = pread(descriptor, bytes, PositionLine::kBytes, 0);
    std::string all(bytes, count < 0 ? 0 : static_cast<size_t>(count));
    return all.substr(0, all.find_last_not_of(' ') + 1);
  }
};

}  // namespace

TEST("a position is the track's frame at the boundary and the frames played since, in the track's rate") {
  const Position position(100'000 + 24'000, 200'000);
  EQUAL(*playedMilliseconds(position.clock(100'000, 96'000), kNow), 2500U);
  EQUAL(*playedMilliseconds(position.clock(100'000, 44'100, 44'100), kNow), 1500U);
}

TEST("a position goes on with the time since the writer looked, as far as frames were written") {
  const Position position(1000, 1000 + 4800, WriterState::Running);
  EQUAL(*playedMilliseconds(position.clock(1000), kNow + 50'000), 50U);
  EQUAL(*playedMilliseconds(position.clock(1000), kNow + 500'000), 100U);
  EQUAL(*playedMilliseconds(position.clock(1000), kNow - 500'000), 0U);
  const Position held(1000, 1000 + 4800, WriterState::Held);
  EQUAL(*playedMilliseconds(held.clock(1000), kNow + 50'000), 0U);
}

TEST("a position stays where the device was lost") {
  const Position position(0, 48'000, WriterState::Failed);
  const uint64_t lost = kNow + 250'000;
  position.header->failedAtLow.store(static_cast<uint32_t>(lost));
  position.header->failedAtHigh.store(static_cast<uint32_t>(lost >> 32));
  EQUAL(*playedMilliseconds(position.clock(0), kNow + 900'000), 250U);
}

TEST("a position is never in front of its boundary, nor behind the next one, wherever the counters wrap") {
  PlaybackClock clock{};
  const Position early(0xffff'ff00, 0xffff'ff00);
  clock = early.clock(0x100, 4800);
  EQUAL(*playedMilliseconds(clock, kNow), 100U);
  const Position late(0x10000, 0x10000);
  clock = late.clock(0xffff'ff00, 4800);
  clock.most = 480;
  EQUAL(*playedMilliseconds(clock, kNow), 110U);
}

TEST("there is no position while the ring changes over to another sound") {
  const Position position(4800, 4800);
  position.header->flushRequested.store(3);
  CHECK(!playedMilliseconds(position.clock(0), kNow).has_value());
  position.header->flushApplied.store(3);
  EQUAL(*playedMilliseconds(position.clock(0), kNow), 100U);
}

TEST("digits stand at the right of their field, and what has no room is not put") {
  PositionLine line = lineOf("at ");
  CHECK(line.put(42));
  EQUAL(std::string(line.text.data(), 9) == "at     42", true);
  CHECK(line.put(999'999));
  EQUAL(std::string(line.text.data(), 9) == "at 999999", true);
  CHECK(!line.put(1'000'000));
}

TEST("what is followed is written again and again, until it rests") {
  const File file;
  const Position position(4800, 48'000);
  PositionKeeper keeper(file.descriptor, kEvery);
  CHECK(keeper.follow(position.clock(0), lineOf("a ")));
  EVENTUALLY(file.text() == "a    100");
  position.header->playedFrame.store(9600);
  EVENTUALLY(file.text() == "a    200");
  CHECK(keeper.follow(position.clock(4800), lineOf("b ")));
  EVENTUALLY(file.text() == "b    100");
  keeper.rest();
  position.header->playedFrame.store(48'000);
  CHECK(keeper.follow(position.clock(0), lineOf("c ")));
  EVENTUALLY(file.text() == "c   1000");
  keeper.stop();
  keeper.stop();
}

TEST("at rest nothing is written, nor at the very beginning of a track") {
  const File file;
  const Position position(4800, 48'000);
  PositionKeeper keeper(file.descriptor, kEvery);
  CHECK(keeper.follow(position.clock(4800), lineOf("a ")));
  usleep(20 * kEvery * 1000);
  CHECK(file.text().empty());
  keeper.rest();
  position.header->playedFrame.store(9600);
  usleep(20 * kEvery * 1000);
  CHECK(file.text().empty());
}

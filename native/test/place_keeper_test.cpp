// The place that is kept from the ring alone: what it says, and that it is written while nobody asks.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "place_keeper.h"
#include "tap.h"

using tonearm::HeardCourse;
using tonearm::heardMilliseconds;
using tonearm::PlaceKeeper;
using tonearm::PlaceLine;
using tonearm::RingHeader;
using tonearm::WriterState;

namespace {

constexpr uint32_t kRate = 48000;
constexpr int kEvery = 5;
constexpr uint64_t kNow = 7'000'000'000'000;

// A ring that stands at a frame: the writer's last reading was at kNow.
struct Place {
  std::unique_ptr<RingHeader> header{new RingHeader{}};

  explicit Place(uint32_t heard, uint32_t written, WriterState state = WriterState::Held) {
    header->heardFrame.store(heard);
    header->writtenFrame.store(written);
    header->heardAtLow.store(static_cast<uint32_t>(kNow));
    header->heardAtHigh.store(static_cast<uint32_t>(kNow >> 32));
    header->state.store(static_cast<uint32_t>(state));
  }

  HeardCourse course(uint32_t ringFrame, uint64_t trackFrame = 0, uint32_t trackRate = kRate) const {
    return {header.get(), kRate, ringFrame, 1U << 31, trackFrame, trackRate};
  }
};

PlaceLine lineOf(const char* text) {
  PlaceLine line{};
  line.text.fill(' ');
  std::memcpy(line.text.data(), text, std::strlen(text));
  line.at = std::strlen(text);
  line.width = 6;
  return line;
}

// A file that is gone when the test is over.
struct File {
  char path[32] = "/tmp/tonearm-place-XXXXXX";
  int descriptor = mkstemp(path);
  ~File() {
    close(descriptor);
    unlink(path);
  }

  std::string text() const {
    char bytes[PlaceLine::kBytes + 1] = {};
    const ssize_t count = pread(descriptor, bytes, PlaceLine::kBytes, 0);
    std::string all(bytes, count < 0 ? 0 : static_cast<size_t>(count));
    return all.substr(0, all.find_last_not_of(' ') + 1);
  }
};

}  // namespace

TEST("a place is the track's frame at the boundary and the frames heard since, in the track's rate") {
  const Place place(100'000 + 24'000, 200'000);
  EQUAL(*heardMilliseconds(place.course(100'000, 96'000), kNow), 2500U);
  EQUAL(*heardMilliseconds(place.course(100'000, 44'100, 44'100), kNow), 1500U);
}

TEST("a place goes on with the time since the writer looked, as far as frames were written") {
  const Place place(1000, 1000 + 4800, WriterState::Running);
  EQUAL(*heardMilliseconds(place.course(1000), kNow + 50'000), 50U);
  EQUAL(*heardMilliseconds(place.course(1000), kNow + 500'000), 100U);
  EQUAL(*heardMilliseconds(place.course(1000), kNow - 500'000), 0U);
  const Place held(1000, 1000 + 4800, WriterState::Held);
  EQUAL(*heardMilliseconds(held.course(1000), kNow + 50'000), 0U);
}

TEST("a place stays where the device was lost") {
  const Place place(0, 48'000, WriterState::Failed);
  const uint64_t lost = kNow + 250'000;
  place.header->failedAtLow.store(static_cast<uint32_t>(lost));
  place.header->failedAtHigh.store(static_cast<uint32_t>(lost >> 32));
  EQUAL(*heardMilliseconds(place.course(0), kNow + 900'000), 250U);
}

TEST("a place is never in front of its boundary, nor behind the next one, wherever the counters wrap") {
  HeardCourse course{};
  const Place early(0xffff'ff00, 0xffff'ff00);
  course = early.course(0x100, 4800);
  EQUAL(*heardMilliseconds(course, kNow), 100U);
  const Place late(0x10000, 0x10000);
  course = late.course(0xffff'ff00, 4800);
  course.most = 480;
  EQUAL(*heardMilliseconds(course, kNow), 110U);
}

TEST("there is no place while the ring changes over to another sound") {
  const Place place(4800, 4800);
  place.header->flushRequested.store(3);
  CHECK(!heardMilliseconds(place.course(0), kNow).has_value());
  place.header->flushApplied.store(3);
  EQUAL(*heardMilliseconds(place.course(0), kNow), 100U);
}

TEST("digits stand at the right of their field, and what has no room is not put") {
  PlaceLine line = lineOf("at ");
  CHECK(line.put(42));
  EQUAL(std::string(line.text.data(), 9) == "at     42", true);
  CHECK(line.put(999'999));
  EQUAL(std::string(line.text.data(), 9) == "at 999999", true);
  CHECK(!line.put(1'000'000));
}

TEST("what is followed is written again and again, until it rests") {
  const File file;
  const Place place(4800, 48'000);
  PlaceKeeper keeper(file.descriptor, kEvery);
  CHECK(keeper.follow(place.course(0), lineOf("a ")));
  EVENTUALLY(file.text() == "a    100");
  place.header->heardFrame.store(9600);
  EVENTUALLY(file.text() == "a    200");
  CHECK(keeper.follow(place.course(4800), lineOf("b ")));
  EVENTUALLY(file.text() == "b    100");
  keeper.rest();
  place.header->heardFrame.store(48'000);
  CHECK(keeper.follow(place.course(0), lineOf("c ")));
  EVENTUALLY(file.text() == "c   1000");
  keeper.stop();
  keeper.stop();
}

TEST("at rest nothing is written, nor at the very beginning of a track") {
  const File file;
  const Place place(4800, 48'000);
  PlaceKeeper keeper(file.descriptor, kEvery);
  CHECK(keeper.follow(place.course(4800), lineOf("a ")));
  usleep(20 * kEvery * 1000);
  CHECK(file.text().empty());
  keeper.rest();
  place.header->heardFrame.store(9600);
  usleep(20 * kEvery * 1000);
  CHECK(file.text().empty());
}

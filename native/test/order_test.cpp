// Frames arrive in order and exactly once, wherever the ring's counters and its memory end.
#include <random>

#include "rig.h"

using tonearm::Command;
using tonearm::WriterState;

namespace {

// Pushes `total` frames as fast as there is room and plays them all; they must be played untouched, from number 0 on.
void playThrough(Rig& rig, uint32_t total, uint32_t piece) {
  rig.run();
  for (uint32_t done = 0; done < total;) {
    const uint32_t count = std::min(piece, total - done);
    PLAY_UNTIL(rig, rig.room() >= count);
    rig.produce(count);
    done += count;
  }
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(played.size(), total);
  EQUAL(countUntouched(played, 0, 0), total);
  EQUAL(rig.header().xruns.load(), 0U);
}

}  // namespace

TEST("nothing is handed to the device before the player says run") {
  Rig rig;
  rig.produce(5000);
  EVENTUALLY(rig.header().attached.load() == tonearm::kAttached);
  EVENTUALLY(rig.state() == WriterState::Idle);
  EQUAL(rig.card->written(), 0U);
  rig.run();
  EVENTUALLY(rig.card->written() > 0);
}

TEST("frames are played in order and exactly once, around the ring's physical end many times") {
  Rig rig({1 << 13});
  playThrough(rig, 10 * (1 << 13) + 77, 1000);
}

TEST("frames are played in order and exactly once around 2^32") {
  Rig rig({1 << 13, 0U - 20000U});
  playThrough(rig, 60000, 700);
  EQUAL(rig.header().head.load(), 40000U);
}

TEST("a ring of a power of two has no seam at 2^32") {
  std::vector<uint8_t> memory(tonearm::kRingHeaderBytes + 4096 * 4);
  const auto ring = tonearm::Ring::over(memory.data(), memory.size(), 4);
  EQUAL(ring.capacity, 4096U);
  EQUAL(ring.at(0U - 1) - ring.at(0), 4095L * 4);
  EQUAL(ring.untilWrap(0U - 1), 1U);
  EQUAL(ring.untilWrap(0U - 4096), 4096U);
  EQUAL(ring.untilWrap(0), 4096U);
}

TEST("a device that takes few frames at a time loses none") {
  Rig rig({1 << 13});
  rig.card->takeAtMost(37);
  playThrough(rig, 20000, 999);
}

TEST("a sound shorter than the device's start threshold is played") {
  Rig rig;
  playThrough(rig, 10, 10);
}

TEST("one frame is played") {
  Rig rig;
  playThrough(rig, 1, 1);
}

TEST("the position that is published lies between what was played and what was written") {
  Rig rig;
  std::mt19937 random(1);
  rig.run();
  uint32_t last = 0;
  for (int i = 0; i < 200; i++) {
    if (rig.room() > 600) rig.produce(random() % 600);
    rig.card->play(random() % 700);
    uint32_t sequence = 0, played = 0, written = 0;
    do {
      sequence = rig.header().sequence.load();
      played = rig.header().playedFrame.load();
      written = rig.header().writtenFrame.load();
    } while ((sequence & 1) != 0 || sequence != rig.header().sequence.load());
    CHECK(played <= written);
    CHECK(played >= last);
    CHECK(played <= rig.card->playedCount());
    last = played;
  }
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  EQUAL(rig.header().playedFrame.load(), rig.produced());
  EQUAL(rig.header().tail.load(), rig.produced());
}

TEST("the first write since silence and the number of writes are told") {
  Rig rig;
  rig.produce(3000);
  EQUAL(rig.header().deviceWrites.load(), 0U);
  EQUAL(rig.header().firstWriteLow.load(), 0U);
  rig.run();
  EVENTUALLY(rig.header().deviceWrites.load() == 1);
  CHECK(rig.header().firstWriteLow.load() != 0 || rig.header().firstWriteHigh.load() != 0);
  CHECK(rig.header().threadId.load() != 0);
}

TEST("frames that are published just before the writer falls asleep wake it all the same") {
  Rig rig;
  rig.run();
  for (uint32_t round = 1; round <= 20; round++) {
    // Between the look at `head` that finds nothing and the flag, the writer asks the device for its delay once: there,
    // the decoder sees a writer that is awake, and does not kick.
    rig.produce(1500);
    EVENTUALLY(rig.header().waiting.load() == 1);
    PLAY_UNTIL(rig, rig.card->queued() < 100);
    uint32_t waiting = 1;
    rig.card->atNextDelay([&] {
      rig.card->atNextDelay([&] {
        waiting = rig.header().waiting.load();
        rig.produce(100);
      });
    });
    rig.produce(50);
    EVENTUALLY(rig.header().writtenFrame.load() == round * 1650);
    EQUAL(waiting, 0U);
  }
}

TEST("a decoder's tiny pieces and random sleeps never leave the writer asleep") {
  Rig rig({1 << 12, 0, 64, 512, 128});
  constexpr uint32_t kTotal = 100'000;
  rig.run();
  std::thread decoder([&] {
    std::mt19937 random(7);
    for (uint32_t done = 0; done < kTotal;) {
      const uint32_t count = std::min<uint32_t>(1 + random() % 40, kTotal - done);
      while (rig.room() < count) std::this_thread::yield();
      rig.produce(count);
      done += count;
      if (random() % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 60));
    }
  });
  // The clock is always ahead: the writer empties the ring again and again, and sleeps until it is kicked.
  try {
    PLAY_UNTIL(rig, rig.card->play(512) + 1 > 0 && rig.card->playedCount() + rig.card->queued() >= kTotal);
  } catch (...) {
    decoder.detach();  // it waits for room that will not come
    std::_Exit(1);
  }
  decoder.join();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(played.size(), kTotal);
  EQUAL(countUntouched(played, 0, 0), kTotal);
}

// Hold, stop and run: what was not played is played later, and nothing twice.
#include <random>

#include "rig.h"

using tonearm::Command;
using tonearm::WriterState;

namespace {

// What was played around one pause. `last` untouched frames; then the fade; silence; the fade in; untouched ones again.
struct Pause {
  size_t last, resumed;
};

// Checks that one faded pause lies between untouched stretches, sample by sample, and returns its borders.
Pause examine(const std::vector<Frame>& played) {
  const size_t last = countUntouched(played, 0, 0);
  tonearm::GainRamp ramp;
  ramp.to(0.0F, kFade);
  for (size_t i = 0; i < kFade; i++) {
    const auto number = static_cast<int32_t>(last + i);
    const int32_t source[2] = {kBase + number, -kBase - number};
    int32_t faded[2];
    tonearm::applyGain(tonearm::SampleFormat::S32, reinterpret_cast<const uint8_t*>(source),
                       reinterpret_cast<uint8_t*>(faded), 1, ramp);
    EQUAL(Rig::left(played[last + i]), faded[0]);
    EQUAL(Rig::right(played[last + i]), faded[1]);
  }
  size_t resumed = last + kFade;
  while (resumed < played.size() && Rig::left(played[resumed]) == 0) resumed++;
  return {last, resumed};
}

}  // namespace

TEST("hold, then run, continues at the first frame not played: the fade's frames are not repeated, none is lost") {
  Rig rig;
  rig.produce(40000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 3000);
  rig.hold();
  PLAY_UNTIL(rig, rig.state() == WriterState::Held);
  const size_t silentSince = rig.card->playedCount();
  EQUAL(rig.card->queued(), 0U);
  EQUAL(rig.card->play(1000), 0U);
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  const Pause pause = examine(played);
  CHECK(pause.last > 3000);
  EQUAL(pause.resumed, silentSince);
  EQUAL(countUntouched(played, pause.resumed + kFade, static_cast<uint32_t>(pause.last + 2 * kFade)),
        40000 - pause.last - 2 * kFade);
  CHECK(largestJump(played, 0, played.size()) < 2.0 / kFade);
}

TEST("the position while held is the frame with which playing goes on") {
  Rig rig;
  rig.produce(40000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 3000);
  rig.hold();
  PLAY_UNTIL(rig, rig.state() == WriterState::Held);
  const Pause pause = examine(rig.played());
  EQUAL(rig.header().playedFrame.load(), pause.last + kFade);
  EQUAL(rig.header().tail.load(), pause.last + kFade);
  EQUAL(rig.header().writtenFrame.load(), pause.last + kFade);
}

TEST("a device that takes nothing back is cut off, and goes on at the first frame not played") {
  Rig rig;
  rig.card->refuseRewind();
  rig.produce(40000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 3000);
  rig.hold();
  EVENTUALLY(rig.state() == WriterState::Held);
  const size_t playedBefore = rig.card->playedCount();
  EQUAL(rig.header().tail.load(), playedBefore);
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(played.size(), 40000U);
  EQUAL(countUntouched(played, 0, 0), playedBefore);
  EQUAL(countUntouched(played, playedBefore + kFade, static_cast<uint32_t>(playedBefore + kFade)),
        40000 - playedBefore - kFade);
}

TEST("hold with nothing queued yet changes nothing") {
  Rig rig;
  rig.hold();
  EVENTUALLY(rig.state() == WriterState::Held);
  rig.produce(3000);
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  EQUAL(countUntouched(rig.played(), 0, 0), 3000U);
}

TEST("hold while fewer frames are left than a fade loses and repeats none") {
  Rig rig({1 << 16, 0, 64, 4096, 128});
  rig.produce(300);
  rig.run();
  EVENTUALLY(rig.card->written() == 300);
  rig.card->play(100);
  rig.hold();
  EVENTUALLY(rig.state() == WriterState::Held);
  const size_t before = rig.card->playedCount();
  EQUAL(rig.header().tail.load(), before);
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  EQUAL(rig.card->playedCount(), 300U);
  EQUAL(rig.header().tail.load(), 300U);
}

TEST("hold while the end is being played, then run, brings the rest and then the end") {
  Rig rig;
  rig.produce(8000);
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.header().writtenFrame.load() == 8000);
  rig.hold();
  PLAY_UNTIL(rig, rig.state() == WriterState::Held);
  const size_t before = rig.card->playedCount();
  CHECK(before < 8000);
  const uint32_t position = rig.header().tail.load();
  rig.run();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  EVENTUALLY(rig.notified.load() == 1);
  EQUAL(rig.card->playedCount() - before, 8000U - position);
}

TEST("stop falls silent and says idle; run goes on at the position that was kept") {
  Rig rig;
  rig.produce(40000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 3000);
  rig.command(Command::Stop);
  PLAY_UNTIL(rig, rig.state() == WriterState::Idle);
  EQUAL(rig.card->queued(), 0U);
  EQUAL(rig.card->isRunning(), false);
  const uint32_t position = rig.header().tail.load();
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(countUntouched(played, played.size() - (40000 - position - kFade), position + kFade), 40000 - position - kFade);
}

TEST("a pause right behind a pause does not click: the fade begins at the level that is played") {
  Rig rig;
  rig.produce(40000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 3000);
  rig.hold();
  PLAY_UNTIL(rig, rig.state() == WriterState::Held);
  const size_t silentSince = rig.card->playedCount();
  rig.run();
  EVENTUALLY(rig.card->queued() == 4096);
  rig.card->play(50);  // still fading in
  rig.hold();
  PLAY_UNTIL(rig, rig.state() == WriterState::Held);
  const auto played = rig.played();
  CHECK(largestJump(played, silentSince, played.size()) < 2.0 / kFade);
}

TEST("of a fade that the device is too late for, what was not played is played after the pause") {
  Rig rig;
  rig.produce(20000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 3000);
  EVENTUALLY(rig.card->queued() == 4096);
  rig.hold();  // and its clock stands still
  EVENTUALLY(rig.state() == WriterState::Held);
  EQUAL(rig.header().tail.load(), rig.card->playedCount());
}

TEST("dozens of pauses at random moments lose nothing and repeat nothing") {
  Rig rig({1 << 17});
  std::mt19937 random(3);
  constexpr uint32_t kTotal = 120000;
  rig.produce(kTotal);
  int pauses = 0;
  while (rig.header().tail.load() < kTotal - 8000) {
    pauses++;
    rig.run();
    const size_t until = rig.card->playedCount() + random() % 1500;
    PLAY_UNTIL(rig, rig.card->playedCount() >= until);
    rig.command(random() % 2 == 0 ? Command::Hold : Command::Stop);
    PLAY_UNTIL(rig, rig.state() == WriterState::Held || rig.state() == WriterState::Idle);
    EQUAL(rig.header().tail.load(), rig.header().writtenFrame.load());
  }
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  // Untouched frames tell their numbers, which only ever grow; faded ones and silence lie between.
  uint32_t expected = 0;
  size_t gap = 0;
  for (const Frame& frame : rig.played()) {
    const auto number = Rig::number(frame);
    if (!number) {
      gap++;
      continue;
    }
    CHECK(*number >= expected);
    CHECK(*number - expected <= gap);  // as many frames were played faded as numbers are missing
    expected = *number + 1;
    gap = 0;
  }
  EQUAL(expected, kTotal);
  CHECK(pauses > 24);
}

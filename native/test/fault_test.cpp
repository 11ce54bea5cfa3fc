// Underruns are counted and survived; a lost device is told with its errno, and the position is kept for the next one.
#include "rig.h"

using tonearm::Command;
using tonearm::WriterState;

TEST("an underrun is counted and playing goes on with the next frame") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 2000);
  rig.card->underrun();
  EVENTUALLY(rig.header().xruns.load() == 1);
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  EQUAL(rig.header().xruns.load(), 1U);
  EQUAL(rig.header().starvations.load(), 0U);
  EQUAL(countUntouched(rig.played(), 0, 0), 30000U);
}

TEST("an underrun that an empty ring caused counts as a starvation too") {
  Rig rig;
  rig.produce(3000);
  rig.run();
  EVENTUALLY(rig.header().waiting.load() == 1);
  rig.card->underrun();
  rig.produce(3000);
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  EQUAL(rig.header().xruns.load(), 1U);
  EQUAL(rig.header().starvations.load(), 1U);
  EQUAL(countUntouched(rig.played(), 0, 0), 6000U);
}

TEST("an empty ring without an underrun is no starvation") {
  Rig rig;
  rig.produce(3000);
  rig.run();
  EVENTUALLY(rig.header().waiting.load() == 1);
  rig.produce(3000);
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  EQUAL(rig.header().xruns.load(), 0U);
  EQUAL(rig.header().starvations.load(), 0U);
}

TEST("twenty underruns are twenty, and every frame is played once") {
  Rig rig({1 << 17});
  rig.produce(100000);
  rig.run();
  for (uint32_t i = 1; i <= 20; i++) {
    const size_t until = rig.card->playedCount() + 500;
    PLAY_UNTIL(rig, rig.card->playedCount() >= until);
    rig.card->underrun();
    EVENTUALLY(rig.header().xruns.load() == i);
  }
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  EQUAL(rig.header().xruns.load(), 20U);
  EQUAL(countUntouched(rig.played(), 0, 0), 100000U);
}

TEST("an underrun at the very end still ends the stream") {
  Rig rig;
  rig.produce(3000);
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.header().writtenFrame.load() == 3000);
  rig.card->underrun();
  EVENTUALLY(rig.state() == WriterState::Drained);
  EVENTUALLY(rig.notified.load() == 1);
  EQUAL(countUntouched(rig.played(), 0, 0), 3000U);
}

TEST("a hold after an underrun goes on with the next frame") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 2000);
  rig.header().command.store(static_cast<uint32_t>(Command::Hold));  // before the writer can notice the underrun
  rig.card->underrun();
  EVENTUALLY(rig.state() == WriterState::Held);
  const size_t before = rig.card->playedCount();
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(countUntouched(played, 0, 0), before);
  const auto next = static_cast<uint32_t>(before);
  EQUAL(countUntouched(played, before + kFade, next + kFade), 30000 - before - kFade);
}

TEST("a lost device is told once with its errno, and the position is kept") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 2000);
  const uint32_t lastKnown = rig.header().tail.load();
  rig.card->fault(ENODEV);
  EVENTUALLY(rig.state() == WriterState::Failed);
  EVENTUALLY(rig.notified.load() == 1);
  EQUAL(rig.header().error.load(), static_cast<uint32_t>(ENODEV));
  CHECK(rig.header().tail.load() >= lastKnown);
  CHECK(rig.header().tail.load() <= rig.card->playedCount());
  rig.run();
  rig.requestFlush();
  EQUAL(rig.notified.load(), 1);
}

TEST("a second writer on the same ring goes on where the lost device was") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 2000);
  rig.card->fault(ENODEV);
  EVENTUALLY(rig.state() == WriterState::Failed);
  const uint32_t position = rig.header().tail.load();
  const size_t playedBefore = rig.card->playedCount();
  CHECK(playedBefore - position <= 4096);  // never more than what the device held is played again, and nothing is skipped
  rig.attach();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  EQUAL(rig.header().error.load(), 0U);
  const auto played = rig.played();
  EQUAL(played.size(), 30000 - position);
  CHECK(Rig::left(played[0]) < kBase / 100);
  EQUAL(countUntouched(played, kFade, position + kFade), played.size() - kFade);
}

TEST("a device that is lost while it is written to, drained or prepared is told likewise") {
  for (const char* method : {"write", "drain", "dropAndPrepare"}) {
    Rig rig;
    rig.card->failIn(method, ENODEV);
    rig.produce(3000);
    rig.run();
    rig.end();
    PLAY_UNTIL(rig, rig.state() == WriterState::Failed);
    EVENTUALLY(rig.notified.load() == 1);
    EQUAL(rig.header().error.load(), static_cast<uint32_t>(ENODEV));
  }
}

TEST("a device that is lost at a pause keeps what was not played") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 2000);
  EVENTUALLY(rig.card->queued() > 3000);
  // The command comes first, so that the fade, and no write, meets the lost device.
  rig.header().command.store(static_cast<uint32_t>(Command::Hold));
  rig.card->fault(ENODEV);
  EVENTUALLY(rig.state() == WriterState::Failed);
  CHECK(rig.header().tail.load() <= rig.card->playedCount());
}

TEST("a device that is lost while its delay is asked for keeps what was not played") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 2000);
  rig.card->atNextDelay([&] { rig.card->fault(ENODEV); });
  PLAY_UNTIL(rig, rig.state() == WriterState::Failed);
  CHECK(rig.header().tail.load() <= rig.card->playedCount());
  CHECK(rig.header().failedAtLow.load() != 0 || rig.header().failedAtHigh.load() != 0);
}

TEST("an underrun that the device cannot recover from is a failure with that errno") {
  Rig rig;
  rig.card->failRecovery(EIO);
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 2000);
  rig.card->underrun();
  EVENTUALLY(rig.state() == WriterState::Failed);
  EQUAL(rig.header().error.load(), static_cast<uint32_t>(EIO));
  EQUAL(rig.header().xruns.load(), 1U);
}

TEST("closing a failed writer joins its thread") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  EVENTUALLY(rig.card->written() > 0);
  rig.card->fault(ENODEV);
  EVENTUALLY(rig.state() == WriterState::Failed);
  rig.close();
  EQUAL(rig.header().attached.load(), tonearm::kDetached);
}

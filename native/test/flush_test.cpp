// A flush drops what the ring holds; playing begins where the decoder says.
#include "rig.h"

using tonearm::Command;
using tonearm::WriterState;

namespace {

bool isFlushing(Rig& rig) { return rig.header().flushApplied.load() != rig.header().flushRequested.load(); }

}  // namespace

TEST("a flush on a device that takes nothing back drops the old frames and begins at the frame that the decoder names") {
  Rig rig;
  rig.card->refuseRewind();
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 5000);
  rig.requestFlush();
  rig.beginAfterFlush(false);
  rig.produce(20000);
  PLAY_UNTIL(rig, !isFlushing(rig));
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  const size_t before = countUntouched(played, 0, 0);
  CHECK(before > 5000);
  CHECK(before < 25000);
  EQUAL(countUntouched(played, before, 30000), 20000U);
  EQUAL(before + 20000, played.size());
  EQUAL(rig.card->drops(), 2);  // the flush, and the end
}

TEST("a flush into the middle of a sound fades in") {
  Rig rig;
  rig.produce(10000);
  rig.requestFlush();
  rig.beginAfterFlush(true);
  rig.produce(10000);
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(played.size(), 10000U);
  CHECK(Rig::left(played[0]) < kBase / 100);
  CHECK(largestJump(played, 0, played.size()) < 2.0 / kFade);
  EQUAL(countUntouched(played, kFade, 10000 + kFade), 10000 - kFade);
}

TEST("a decoder that does not answer a flush in time is waited for in silence") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 2000);
  rig.requestFlush();
  PLAY_UNTIL(rig, rig.card->drops() == 1);
  CHECK(largestJump(rig.played(), 0, rig.card->playedCount()) < 2.0 / kFade);
  const size_t silentSince = rig.card->playedCount();
  rig.kick();
  rig.produce(100);
  CHECK(isFlushing(rig));
  rig.card->play(10000);
  EQUAL(rig.card->playedCount(), silentSince);
  rig.beginAfterFlush(false);
  rig.produce(2000);
  PLAY_UNTIL(rig, rig.card->playedCount() > silentSince);
  EQUAL(*Rig::number(rig.played()[silentSince]), 30100U);
}

TEST("the old sound ends where an answered flush begins, also when a newer flush has overtaken that one") {
  Rig rig;
  rig.produce(10000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 5000);
  rig.requestFlush();
  rig.beginAfterFlush(false);
  rig.requestFlush();
  rig.produce(20000);
  PLAY_UNTIL(rig, rig.card->drops() == 1);
  for (const auto& frame : rig.played()) {
    if (const auto number = Rig::number(frame)) CHECK(*number < 10000);
  }
  CHECK(isFlushing(rig));
  EQUAL(rig.header().flushTaken.load(), 0U);
}

TEST("an answer to an older flush does not end a newer one") {
  Rig rig;
  rig.produce(5000);
  rig.requestFlush();
  rig.beginAfterFlush(false);
  rig.requestFlush();
  rig.produce(5000);
  rig.run();
  EVENTUALLY(rig.header().attached.load() == tonearm::kAttached);
  rig.kick();
  EQUAL(rig.card->written(), 0U);
  rig.beginAfterFlush(false);
  rig.produce(5000);
  PLAY_UNTIL(rig, rig.card->playedCount() > 1000);
  EQUAL(*Rig::number(rig.played()[0]), 10000U);
}

TEST("a flush while held, stopped or drained is carried out without a sound") {
  for (const auto command : {Command::Hold, Command::Stop, Command::Run}) {
    Rig rig;
    rig.produce(100);
    rig.run();
    rig.end();
    PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
    rig.command(command);
    rig.end(false);
    rig.requestFlush();
    rig.beginAfterFlush(false);
    EVENTUALLY(!isFlushing(rig));
    EQUAL(rig.card->playedCount(), 100U);
    rig.run();
    rig.produce(2000);
    PLAY_UNTIL(rig, rig.card->playedCount() > 100);
    EQUAL(*Rig::number(rig.played()[100]), 100U);
  }
}

TEST("flushes in quick succession leave only the last one's frames") {
  Rig rig;
  rig.run();
  uint32_t last = 0;
  for (int i = 0; i < 50; i++) {
    rig.requestFlush();
    rig.beginAfterFlush(false);
    last = rig.produced();
    rig.produce(500);
    PLAY_UNTIL(rig, !isFlushing(rig));
  }
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  CHECK(played.size() >= 500);
  EQUAL(countUntouched(played, played.size() - 500, last), 500U);
}

TEST("an answer that comes while the writer looks for it is never taken for the one before") {
  Rig rig;
  EVENTUALLY(rig.header().attached.load() == tonearm::kAttached);
  std::atomic<bool> done{false};
  std::thread kicker([&] {
    while (!done.load()) rig.kick();
  });
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < 20000; i++) {
    rig.produce(3);
    rig.requestFlush();
    rig.beginAfterFlush(false);
    while (isFlushing(rig)) std::this_thread::yield();
    if (rig.header().tail.load() != rig.produced()) wrong++;
  }
  done.store(true);
  kicker.join();
  EQUAL(wrong, 0U);
}

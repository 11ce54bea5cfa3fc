// Seek and skip while playing: what the device has queued gives way to the new sound, without a click or a gap.
#include "rig.h"

using tonearm::Command;
using tonearm::WriterState;

namespace {

constexpr uint32_t kSkip = kRate * tonearm::kSkipMilliseconds / 1000;
constexpr uint32_t kSeam = kRate * tonearm::kMixMilliseconds / 1000;
constexpr uint32_t kSpliceKept = kRate * 2 / 1000;

bool isFlushing(Rig& rig) { return rig.header().flushApplied.load() != rig.header().flushRequested.load(); }

// A rig that has played so far from frame 0 on, and the decoder has just answered a flush with `frames` new ones.
void flushWhilePlaying(Rig& rig, bool inside, uint32_t frames) {
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 5000);
  rig.requestFlush();
  rig.beginAfterFlush(inside);
  rig.produce(frames);
}

void playToEnd(Rig& rig) {
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
}

}  // namespace

TEST("a skip fades the old track in milliseconds and begins the new one untouched, without stopping the device") {
  Rig rig;
  flushWhilePlaying(rig, false, 20000);
  PLAY_UNTIL(rig, !isFlushing(rig));
  EQUAL(rig.card->drops(), 0);
  playToEnd(rig);
  const auto played = rig.played();
  const size_t before = countUntouched(played, 0, 0);
  EQUAL(countUntouched(played, before + kSkip, 30000), 20000U);
  EQUAL(before + kSkip + 20000, played.size());
  CHECK(largestJump(played, 0, before + kSkip) < 2.0 / kSkip);
}

TEST("a seek lets the old position fade into the new one, frame by frame where it would have been") {
  Rig rig;
  flushWhilePlaying(rig, true, 20000);
  playToEnd(rig);
  const auto played = rig.played();
  const size_t before = countUntouched(played, 0, 0);
  EQUAL(before + 20000, played.size());
  EQUAL(countUntouched(played, before + kSeam, 30000 + kSeam), 20000U - kSeam);
  for (size_t i = 0; i < kSeam; i++) {
    const double old = kBase + static_cast<double>(before + i), fresh = kBase + 30000.0 + static_cast<double>(i);
    CHECK(std::abs(Rig::left(played[before + i]) - (old + (fresh - old) * (i + 0.5) / kSeam)) <= 0.5);
  }
}

TEST("no more than what the device may be reading is played of the old position") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 5000);
  EVENTUALLY(rig.card->queued() > 3000);
  const size_t playedBefore = rig.card->playedCount();
  rig.requestFlush();
  rig.beginAfterFlush(true);
  rig.produce(20000);
  EVENTUALLY(!isFlushing(rig));
  playToEnd(rig);
  EQUAL(countUntouched(rig.played(), 0, 0), playedBefore + kSpliceKept);
}

TEST("the old position sounds on while the decoder has too little of the new one") {
  Rig rig;
  flushWhilePlaying(rig, true, 100);
  const size_t playedBefore = rig.card->playedCount();
  PLAY_UNTIL(rig, rig.card->playedCount() > playedBefore + 2000);
  CHECK(isFlushing(rig));
  CHECK(countUntouched(rig.played(), 0, 0) > playedBefore + 1900);
  rig.produce(10000);
  PLAY_UNTIL(rig, !isFlushing(rig));
  EQUAL(rig.card->drops(), 0);
  playToEnd(rig);
  CHECK(largestJump(rig.played(), 0, rig.card->playedCount()) < 2.0 / kSeam);
}

TEST("a stream that goes on with what sounds changes over without a trace") {
  Rig rig;
  rig.produce(20000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 5000);
  // As a decoder that begins again at frame 4000, and is where frame 4000 was in the ring.
  std::vector<uint8_t> again;
  for (int32_t frame = 4000; frame < 34000; frame++) {
    const int32_t samples[2] = {kBase + frame, -kBase - frame};
    const auto* bytes = reinterpret_cast<const uint8_t*>(samples);
    again.insert(again.end(), bytes, bytes + sizeof samples);
  }
  rig.header().flushSplice.store(1);
  rig.header().flushSpliceFrame.store(4000);
  rig.requestFlush();
  rig.beginAfterFlush(true);
  rig.produceBytes(again);
  PLAY_UNTIL(rig, !isFlushing(rig));
  EQUAL(rig.card->drops(), 0);
  playToEnd(rig);
  EQUAL(rig.card->playedCount(), 34000U);
  EQUAL(countUntouched(rig.played(), 0, 0), 34000U);
}

TEST("while paused a stream that goes on with what sounded continues at the frame that was to be played next") {
  Rig rig;
  rig.produce(20000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 5000);
  rig.hold();
  PLAY_UNTIL(rig, rig.state() == WriterState::Held);
  const uint32_t position = rig.header().tail.load();
  rig.header().flushSplice.store(1);
  rig.header().flushSpliceFrame.store(position - 100);
  rig.requestFlush();
  rig.beginAfterFlush(true);
  rig.produce(5000);
  EVENTUALLY(!isFlushing(rig));
  EQUAL(rig.header().tail.load(), 20100U);
}

TEST("the position that is told never lies in front of the new sound") {
  Rig rig;
  flushWhilePlaying(rig, false, 20000);
  EVENTUALLY(!isFlushing(rig));
  CHECK(rig.header().tail.load() >= 30000);
  EVENTUALLY(rig.card->queued() > 3000);
  CHECK(rig.header().playedFrame.load() >= 30000);
  rig.hold();
  PLAY_UNTIL(rig, rig.state() == WriterState::Held);
  CHECK(rig.header().tail.load() >= 30000);
}

TEST("a seek right behind a seek, while the old positions still fade, does not click") {
  for (const uint32_t apart : {0U, 20U, 100U, 150U, 250U, 400U}) {
    for (const bool inside : {false, true}) {
      Rig rig;
      flushWhilePlaying(rig, inside, 8000);
      EVENTUALLY(!isFlushing(rig));
      EVENTUALLY(rig.card->queued() > 3000);
      rig.card->play(apart);
      rig.requestFlush();
      rig.beginAfterFlush(true);
      rig.produce(8000);
      EVENTUALLY(!isFlushing(rig));
      EQUAL(rig.card->drops(), 0);
      playToEnd(rig);
      const auto played = rig.played();
      EQUAL(countUntouched(played, played.size() - 8000 + kSeam, 38000 + kSeam), 8000U - kSeam);
      // The seam of a skip ends in silence, behind which its track begins at full level: that step is the track's own.
      if (inside) CHECK(largestJump(played, 0, played.size()) < 2.0 / kSeam);
    }
  }
}

TEST("a flush that is asked for while another is carried out is not lost") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 5000);
  EVENTUALLY(rig.card->queued() > 3000);
  rig.card->atNextRewind([&rig] { rig.requestFlush(); });
  rig.requestFlush();
  rig.beginAfterFlush(true);
  rig.produce(20000);
  EVENTUALLY(rig.header().flushApplied.load() != 0);
  EQUAL(rig.header().flushApplied.load(), 1U);
  rig.beginAfterFlush(true);
  rig.produce(8000);
  PLAY_UNTIL(rig, !isFlushing(rig));
  playToEnd(rig);
  const auto played = rig.played();
  CHECK(played.size() < 5000 + 8000 + 3 * 4096);
  EQUAL(countUntouched(played, played.size() - 8000 + kSeam, 50000 + kSeam), 8000U - kSeam);
}

TEST("a pause right behind a seek fades the seam out") {
  Rig rig;
  flushWhilePlaying(rig, true, 20000);
  EVENTUALLY(!isFlushing(rig));
  EVENTUALLY(rig.card->queued() > 3000);
  rig.hold();
  PLAY_UNTIL(rig, rig.state() == WriterState::Held);
  CHECK(largestJump(rig.played(), 0, rig.card->playedCount()) < 2.0 / kSeam);
}

TEST("a gain that is moving goes on moving through the seam") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 5000);
  EVENTUALLY(rig.card->queued() > 3000);
  rig.header().rampMilliseconds.store(200);
  rig.setGain(0.25F);
  rig.card->play(600);
  rig.requestFlush();
  rig.beginAfterFlush(true);
  rig.produce(30000);
  playToEnd(rig);
  const auto played = rig.played();
  CHECK(largestJump(played, 0, played.size()) < 2.0 / kSeam);
  CHECK(std::abs(Rig::left(played.back()) - 0.25 * (kBase + 59999.0)) <= 0.5);
}

TEST("a track that begins while the gain rises is at its own level from its first frame, and the old one rises no more") {
  Rig rig;
  rig.produce(30000);
  rig.setGain(0.25F);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 5000);
  EVENTUALLY(rig.card->queued() > 3000);
  rig.requestFlush();
  rig.header().rampMilliseconds.store(200);
  rig.setGain(1.0F);
  PLAY_UNTIL(rig, rig.card->playedCount() > 7000);
  rig.beginAfterFlush(false);
  rig.produce(20000);
  playToEnd(rig);
  const auto played = rig.played();
  EQUAL(countUntouched(played, played.size() - 20000, 30000), 20000U);
  const size_t seam = played.size() - 20000 - kSkip;
  for (size_t i = 0; i < seam; i++) CHECK(std::abs(Rig::left(played[i]) - 0.25 * (kBase + static_cast<double>(i))) <= 0.5);
  CHECK(largestJump(played, 0, seam + kSkip) < 2.0 / kSkip);
}

TEST("a seam lies where the ring ends, and around 2^32") {
  for (const uint32_t first : {0U - 36000U, 0U - 30100U, 0U - 5000U}) {
    Rig rig({1 << 16, first});
    flushWhilePlaying(rig, true, 20000);
    playToEnd(rig);
    const auto played = rig.played();
    const size_t before = countUntouched(played, 0, 0);
    EQUAL(before + 20000, played.size());
    EQUAL(countUntouched(played, before + kSeam, 30000 + kSeam), 20000U - kSeam);
  }
}

TEST("a new sound that is shorter than what is waited for is played to its end") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 5000);
  rig.requestFlush();
  rig.beginAfterFlush(false);
  rig.produce(50);
  playToEnd(rig);
  const auto played = rig.played();
  EQUAL(countUntouched(played, played.size() - 50, 30000), 50U);
}

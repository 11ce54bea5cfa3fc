// The end of the stream: played out, said once, and taken back when more comes; and the end of the writer.
#include "rig.h"

using tonearm::Command;
using tonearm::WriterState;

TEST("drained is said once, when the last frame was played") {
  Rig rig;
  rig.produce(6000);
  rig.end();
  rig.run();
  while (rig.card->playedCount() < 5999) {
    EQUAL(rig.notified.load(), 0);
    CHECK(rig.state() != WriterState::Drained);
    rig.card->play(std::min<size_t>(100, 5999 - rig.card->playedCount()));
  }
  CHECK(rig.state() != WriterState::Drained);
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  EVENTUALLY(rig.notified.load() == 1);
  for (int i = 0; i < 10; i++) rig.kick();
  EQUAL(rig.notified.load(), 1);
  EQUAL(countUntouched(rig.played(), 0, 0), 6000U);
}

TEST("a stream that ends before its first frame is drained at once") {
  Rig rig;
  rig.end();
  rig.run();
  EVENTUALLY(rig.state() == WriterState::Drained);
  EVENTUALLY(rig.notified.load() == 1);
  EQUAL(rig.card->written(), 0U);
}

TEST("frames behind an end that was withdrawn are played, and their end is said too") {
  Rig rig;
  rig.run();
  for (uint32_t round = 1; round <= 3; round++) {
    rig.end(false);
    rig.produce(3000);
    rig.end();
    PLAY_UNTIL(rig, rig.card->playedCount() == 3000 * round && rig.state() == WriterState::Drained &&
                        rig.notified.load() == static_cast<int>(round));
  }
  EQUAL(countUntouched(rig.played(), 0, 0), 9000U);
}

TEST("frames that come while the end is being played follow without being lost, and nobody is told of an end") {
  Rig rig;
  rig.produce(3000);
  rig.run();
  rig.end();
  PLAY_UNTIL(rig, rig.header().writtenFrame.load() == 3000);
  rig.end(false);
  rig.produce(3000);
  PLAY_UNTIL(rig, rig.card->playedCount() > 4000);
  EQUAL(rig.notified.load(), 0);
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  EQUAL(countUntouched(rig.played(), 0, 0), 6000U);
}

TEST("an end that comes long after the last frame is noticed") {
  Rig rig;
  rig.run();
  rig.produce(2000);
  PLAY_UNTIL(rig, rig.card->playedCount() == 2000);
  EVENTUALLY(rig.header().waiting.load() == 1);
  rig.end();
  EVENTUALLY(rig.state() == WriterState::Drained);
}

TEST("closing joins the thread, whatever the writer is doing, and may be done twice") {
  for (const auto command : {Command::Run, Command::Hold, Command::Stop}) {
    for (const uint32_t frames : {0U, 100U, 20000U}) {
      Rig rig;
      rig.produce(frames);
      rig.command(command);
      if (command == Command::Run && frames > 0) EVENTUALLY(rig.card->written() > 0);
      rig.close();
      EQUAL(rig.header().attached.load(), tonearm::kDetached);
    }
  }
  Rig rig;
  rig.produce(20000);
  rig.run();
  EVENTUALLY(rig.card->written() > 0);
  std::thread clock([&] { for (int i = 0; i < 2000; i++) { rig.card->play(16); usleep(50); } });
  rig.writer->stop();
  rig.writer->stop();
  clock.join();
  EQUAL(rig.header().attached.load(), tonearm::kDetached);
}

TEST("closing during a flush that the decoder never answers joins the thread") {
  Rig rig;
  rig.requestFlush();
  rig.close();
  EQUAL(rig.header().attached.load(), tonearm::kDetached);
}

TEST("a second writer goes on where the first was closed") {
  Rig rig;
  rig.produce(30000);
  rig.run();
  PLAY_UNTIL(rig, rig.card->playedCount() > 2000);
  rig.close();
  const uint32_t position = rig.header().tail.load();
  CHECK(position > 2000);
  rig.attach();
  rig.end();
  PLAY_UNTIL(rig, rig.state() == WriterState::Drained);
  const auto played = rig.played();
  EQUAL(played.size(), 30000 - position);
  CHECK(Rig::left(played[0]) < kBase / 100);
  EQUAL(countUntouched(played, kFade, position + kFade), played.size() - kFade);
}

TEST("a writer waits for a decoder that is moving the counters") {
  Rig rig;
  rig.close();
  rig.header().attached.store(tonearm::kProducerResets);
  rig.produce(5000);
  rig.run();
  rig.attach();
  rig.header().tail.store(3000);
  rig.header().flushFrame.store(3000);
  rig.header().attached.store(tonearm::kDetached);
  PLAY_UNTIL(rig, rig.card->playedCount() > 0);
  EQUAL(*Rig::number(rig.played()[0]), 3000U);
}

TEST("a writer that was never started is destroyed quietly") {
  Rig rig;
  auto card = std::make_shared<FakeCard>(tonearm::PcmParameters{}, 16);
  const tonearm::PcmWriter idle(std::make_unique<FakeDevice>(card), rig.ring, -1, [](void*) {}, nullptr);
}

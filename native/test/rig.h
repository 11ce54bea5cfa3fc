// A ring, a fake card and a writer thread between them, with the test as decoder, player and clock.
//
// Frames of the ring are numbered from 0 wherever its counters begin. In the S32 rig frame n holds n + kBase on the left
// and its negative on the right: an untouched frame tells its number, and no frame is silent by itself.
#pragma once

#include <cstdlib>
#include <optional>

#include "core/pcm_writer.h"
#include "fake_card.h"
#include "tap.h"

constexpr int32_t kBase = 1 << 30;
constexpr uint32_t kRate = 44100;
constexpr uint32_t kFade = kRate * 15 / 1000;  // frames of the fade around pause, stop, seek and skip
constexpr uint32_t kKept = kRate * 10 / 1000;  // frames that are never taken back

struct RigOptions {
  uint32_t capacity = 1 << 16;
  uint32_t firstFrame = 0;  // where the ring's counters begin
  uint32_t period = 512, buffer = 4096, start = 1024;
  tonearm::SampleFormat format = tonearm::SampleFormat::S32;
};

class Rig {
 public:
  explicit Rig(RigOptions options = RigOptions{})
      : options_(options), frameBytes_(tonearm::bytesPerSample(options.format) * tonearm::kChannels),
        bytes_(tonearm::kRingHeaderBytes + static_cast<size_t>(options.capacity) * frameBytes_),
        memory_(std::aligned_alloc(64, (bytes_ + 63) / 64 * 64)), fd_(eventfd(0, EFD_NONBLOCK)) {
    std::memset(memory_, 0, bytes_);
    ring = tonearm::Ring::over(memory_, bytes_, frameBytes_);
    for (auto* word : {&header().head, &header().tail, &header().playedFrame, &header().writtenFrame,
                       &header().flushFrame}) {
      word->store(options.firstFrame);
    }
    setGain(1.0F);
    attach();
  }
  Rig(const Rig&) = delete;
  Rig& operator=(const Rig&) = delete;
  ~Rig() {
    close();
    ::close(fd_);
    std::free(memory_);
  }

  tonearm::RingHeader& header() { return *ring.header; }
  tonearm::WriterState state() { return static_cast<tonearm::WriterState>(header().state.load()); }

  // A new card and a new writer on the same ring; an old writer is closed first.
  void attach() {
    close();
    tonearm::PcmParameters parameters;
    parameters.format = options_.format;
    parameters.rate = kRate;
    parameters.periodFrames = options_.period;
    parameters.bufferFrames = options_.buffer;
    card = std::make_shared<FakeCard>(parameters, options_.start);
    writer = std::make_unique<tonearm::PcmWriter>(
        std::make_unique<FakeDevice>(card), ring, fd_,
        [](void* self) { static_cast<Rig*>(self)->notified.fetch_add(1); }, this);
    CHECK(writer->start());
  }
  void close() {
    if (!writer) return;
    // Closing fades out: someone has to move the clock meanwhile.
    std::atomic<bool> closed{false};
    std::thread clock([&] {
      while (!closed.load()) {
        card->play(64);
        std::this_thread::sleep_for(std::chrono::microseconds(50));
      }
    });
    writer->stop();
    closed.store(true);
    clock.join();
    writer.reset();
  }

  // Player side.
  void kick() {
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t done = write(fd_, &one, sizeof one);
  }
  void command(tonearm::Command command) {
    header().command.store(static_cast<uint32_t>(command));
    kick();
  }
  void run() { command(tonearm::Command::Run); }
  void hold() { command(tonearm::Command::Hold); }
  void setGain(float gain) {
    uint32_t bits = 0;
    std::memcpy(&bits, &gain, sizeof bits);
    header().gain.store(bits);
    kick();
  }
  void requestFlush() {
    header().flushRequested.fetch_add(1);
    kick();
  }

  // Decoder side.
  uint32_t produced() { return header().head.load() - options_.firstFrame; }
  size_t room() { return ring.capacity - (header().head.load() - header().tail.load()); }
  // Publishes the next frames; there must be room. Kicks only a writer that says it sleeps, as the decoder does.
  void produce(uint32_t frames) {
    CHECK(frames <= room());
    const uint32_t head = header().head.load();
    for (uint32_t i = 0; i < frames; i++) put(head + i);
    header().head.store(head + frames);
    if (header().waiting.load() != 0) kick();
  }
  void produceBytes(const std::vector<uint8_t>& bytes) {
    const uint32_t head = header().head.load();
    const auto frames = static_cast<uint32_t>(bytes.size() / frameBytes_);
    CHECK(frames <= room());
    for (uint32_t i = 0; i < frames; i++) std::memcpy(ring.at(head + i), &bytes[i * frameBytes_], frameBytes_);
    header().head.store(head + frames);
    if (header().waiting.load() != 0) kick();
  }
  void end(bool ended = true) {
    if (header().endOfStream.exchange(ended ? 1 : 0) != (ended ? 1U : 0U)) kick();
  }
  void beginAfterFlush(bool inside) {
    end(false);
    const uint32_t requested = header().flushRequested.load();
    header().flushFrame.store(header().head.load());
    header().fadeIn.store(inside ? 1 : 0);
    header().flushReady.store(requested);
    kick();
  }

  // Clock side: moves on in small steps until something holds.
  void playUntil(const std::function<bool()>& held, const char* text, const char* file, int line) {
    tap::eventually([&] { return held() || (card->play(61), false); }, text, file, line);
  }

  std::vector<Frame> played() { return card->played(); }
  static int32_t left(const Frame& frame) { return sample(frame, 0); }
  static int32_t right(const Frame& frame) { return sample(frame, 1); }
  // Number of an untouched frame of the S32 rig.
  static std::optional<uint32_t> number(const Frame& frame) {
    if (left(frame) < kBase || right(frame) != -left(frame)) return std::nullopt;
    return static_cast<uint32_t>(left(frame) - kBase);
  }

  tonearm::Ring ring{};
  std::shared_ptr<FakeCard> card;
  std::unique_ptr<tonearm::PcmWriter> writer;
  std::atomic<int> notified{0};

 private:
  static int32_t sample(const Frame& frame, size_t channel) {
    int32_t value = 0;
    std::memcpy(&value, frame.data() + 4 * channel, sizeof value);
    return value;
  }
  void put(uint32_t frame) {
    const auto value = static_cast<int32_t>(frame - options_.firstFrame) + kBase;
    const int32_t samples[2] = {value, -value};
    std::memcpy(ring.at(frame), samples, sizeof samples);
  }

  const RigOptions options_;
  const uint32_t frameBytes_;
  const size_t bytes_;
  void* memory_;
  int fd_;
};

#define PLAY_UNTIL(rig, condition) \
  (rig).playUntil([&] { return (condition); }, "in vain: " #condition, __FILE__, __LINE__)

// The frames from `from` on must be the untouched ones numbered `first`, `first + 1`, … ; returns how many there are.
inline size_t countUntouched(const std::vector<Frame>& played, size_t from, uint32_t first) {
  size_t count = 0;
  while (from + count < played.size() && Rig::number(played[from + count]) == first + count) count++;
  return count;
}

// The largest step of the left channel's loudness from frame to frame, in shares of full gain.
inline double largestJump(const std::vector<Frame>& played, size_t from, size_t to) {
  double jump = 0;
  for (size_t i = from + 1; i < to; i++) {
    const double step = std::abs(static_cast<double>(Rig::left(played[i])) - Rig::left(played[i - 1])) / kBase;
    jump = std::max(jump, step);
  }
  return jump;
}

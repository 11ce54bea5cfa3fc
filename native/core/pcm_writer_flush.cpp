// The part of PcmWriter that ends a sound, or lets it give way to another: pauses, stops, and the flushes of seek and skip.
#include <algorithm>
#include <cstring>
#include <ctime>

#include "clock.h"
#include "pcm_writer.h"

namespace tonearm {
namespace {

constexpr uint32_t kSpliceKeepMilliseconds = 2;  // not taken back, where every millisecond counts
constexpr uint32_t kEnoughMilliseconds = 50;     // of the new sound, before the old one gives way to it
constexpr uint32_t kPatienceMilliseconds = 100;  // the old sound waits no longer for the new one
constexpr uint32_t kPadMilliseconds = 200;       // silence behind a fade, so that it ends without an underrun

}  // namespace

bool PcmWriter::flushIsPending() const {
  return ring_.header->flushRequested.load() != ring_.header->flushApplied.load();
}

uint32_t FlushAnswer::firstAfter(uint32_t position, uint32_t capacity) const {
  const auto passed = static_cast<int32_t>(position - spliceFrame);
  return isSplice && passed > 0 && static_cast<uint32_t>(passed) < capacity ? first + static_cast<uint32_t>(passed) : first;
}

// What the decoder has said of the newest flush; none while it has not. The decoder writes these words only between
// the request of a flush and its answer: where both numbers stood still around the reading, so did what was read.
std::optional<FlushAnswer> PcmWriter::answer() const {
  const RingHeader& header = *ring_.header;
  const uint32_t requested = header.flushRequested.load();
  if (header.flushReady.load() != requested) return std::nullopt;
  const FlushAnswer answer{requested, header.flushFrame.load(), header.fadeIn.load() != 0, header.flushSplice.load() != 0,
                           header.flushSpliceFrame.load()};
  if (header.flushRequested.load() != requested) return std::nullopt;
  return answer;
}

// Claims the right to carry out this answer; false where a newer flush was asked for. The decoder asks for one before it
// answers anew and then waits while `flushTaken` is set, so it knows for certain which answers were carried out.
bool PcmWriter::take(const FlushAnswer& answer) {
  ring_.header->flushTaken.store(answer.flush);
  if (ring_.header->flushRequested.load() == answer.flush) return true;
  ring_.header->flushTaken.store(0);
  return false;
}

// Carries out a flush. While something sounds, it goes on until enough of the new sound is there, and gives way to it
// within milliseconds; where that cannot be, or takes too long, it is faded out and the new sound begins behind silence.
void PcmWriter::changeOver() {
  const bool runs = ring_.header->command.load() == static_cast<uint32_t>(Command::Run);
  if (!sounding_ || draining_ || !runs || !device_->parameters().rewritable) return jump();
  const uint64_t now = monotonicMicroseconds();
  if (patienceEnds_ == 0) patienceEnds_ = now + kPatienceMilliseconds * 1000;
  const auto answered = answer();
  if (hasEnough(answered)) {
    if (!take(*answered)) return;
    if (splice(*answered)) return;
    ring_.header->flushTaken.store(0);
    jump();
  } else if (now < patienceEnds_) {
    playOn(static_cast<int>((patienceEnds_ - now + 999) / 1000));
  } else {
    jump();
  }
}

bool PcmWriter::hasEnough(const std::optional<FlushAnswer>& answer) const {
  if (!answer) return false;
  const bool ended = ring_.header->endOfStream.load() != 0;  // read before `head`
  const uint32_t position = next_ - static_cast<uint32_t>(std::max(device_->delay(), 0L));
  const auto ready = static_cast<int32_t>(ring_.header->head.load() - answer->firstAfter(position, ring_.capacity));
  return ready >= static_cast<int32_t>(framesOf(ended ? 0 : kEnoughMilliseconds));
}

// Behind the last frame of the sound that is played: where the answer to a flush begins that is not carried out, also to
// one that a newer flush has overtaken; else at the head.
uint32_t PcmWriter::endOfOld() const {
  const RingHeader& header = *ring_.header;
  const uint32_t head = header.head.load();  // read first: what is pushed behind an answer follows the answer
  return header.flushReady.load() == header.flushApplied.load() ? head : header.flushFrame.load();
}

// Goes on with the old sound, as loud as it is, until the decoder has more, at most for so long.
void PcmWriter::playOn(int milliseconds) {
  const long space = device_->available();
  if (space < 0) return recover(space);
  const auto left = static_cast<int32_t>(endOfOld() - next_);
  if (left > 0 && space > 0 && !writeQueued(std::min(static_cast<uint32_t>(left), static_cast<uint32_t>(space)))) return;
  publishPosition();
  ring_.header->waiting.store(1);
  if (!hasEnough(answer()) && !quit_.load()) {
    if (static_cast<int32_t>(endOfOld() - next_) > 0) {
      waitForDevice(milliseconds);
    } else {
      waitForKick(milliseconds);
    }
  }
  ring_.header->waiting.store(0);
}

// Lets the old sound give way to the new one where the device allows it; false when nothing was changed.
bool PcmWriter::splice(const FlushAnswer& answer) {
  const uint32_t keep = framesOf(kSpliceKeepMilliseconds);
  const bool mixes = answer.inside || answer.isSplice;
  const auto seam = static_cast<int32_t>(framesOf(mixes ? kMixMilliseconds : kSkipMilliseconds));
  const auto spare = static_cast<int32_t>(spareFrames(keep));
  const auto leftWithout = static_cast<int32_t>(answer.first - next_);
  if (spare < seam || leftWithout + spare < seam || takeBack(keep) <= 0) return false;

  const uint32_t old = next_;
  const uint32_t first = answer.firstAfter(old, ring_.capacity);
  const auto left = static_cast<int32_t>(answer.first - old);  // the device may have given back less than it could
  const auto ready = static_cast<int32_t>(ring_.header->head.load() - first);
  const auto length = static_cast<uint32_t>(std::max(std::min({seam, left, mixes ? ready : seam}), 0));
  next_ = splice_.make(ring_, old, first, length, mixes);
  const uint32_t bits = ring_.header->gain.load();
  if (bits == gainBits_) {
    rampTo(static_cast<float>(gain_.target), gain_.left);
  } else {
    // A gain that came with the new sound: a track that begins here has it from its first frame on.
    gainBits_ = bits;
    rampTo(volume(), mixes ? gainFrames() : length);
  }
  fadeIn_ = false;
  applied(answer.flush);
  return true;
}

// Silences what sounds; once the decoder has said where the new sound begins, goes on there.
void PcmWriter::jump() {
  RingHeader& header = *ring_.header;
  silence();
  header.waiting.store(1);
  const auto answered = answer();
  const bool ended = header.endOfStream.load() != 0;  // of the stream that was answered, and read before `head`
  const uint32_t head = header.head.load();
  const uint32_t first = answered ? answered->firstAfter(next_, ring_.capacity) : head;
  const bool isThere = static_cast<int32_t>(head - first) >= 0;
  if (!answered || !(isThere || ended)) {
    if (!quit_.load()) waitForKick(-1);
    header.waiting.store(0);
    return;
  }
  header.waiting.store(0);
  if (!take(*answered)) return;
  next_ = isThere ? first : head;
  fadeIn_ = answered->inside || next_ != answered->first;
  setState(WriterState::Idle);  // a new stream: its end is news again
  applied(answered->flush);
}

void PcmWriter::applied(uint32_t flush) {
  patienceEnds_ = 0;
  publishPosition();
  ring_.header->flushApplied.store(flush);
  ring_.header->flushTaken.store(0);
}

// Ends the sound within some 25 ms and leaves the device prepared; next_ is then the first frame not played.
void PcmWriter::silence() {
  if (!sounding_) return;
  // A device that is gone knows no delay: the position that counts is the last one published.
  const long space = device_->available();
  if (space < 0 && space != -EPIPE) return recover(space);
  const uint32_t fade = framesOf(kFadeMilliseconds);
  bool faded = false;
  if (!draining_ && takeBack(framesOf(kKeepMilliseconds)) >= static_cast<long>(fade) &&
      static_cast<int32_t>(endOfOld() - next_) >= static_cast<int32_t>(fade)) {
    rampTo(0.0F, fade);
    const uint32_t end = next_ + fade;
    while (next_ != end) {
      const uint32_t written = writeScaled(end - next_);
      if (written == 0) break;
    }
    faded = next_ == end;
  }
  if (faded) {
    uint32_t pad = framesOf(kPadMilliseconds), padded = 0;
    std::memset(scratch_.data(), 0, scratch_.size());
    while (padded < pad) {
      const long taken = device_->write(scratch_.data(), std::min(pad - padded, kScratchFrames));
      if (taken <= 0) break;
      padded += static_cast<uint32_t>(taken);
    }
    device_->start();
    for (int attempts = 0; attempts < 20; attempts++) {
      const long behind = device_->delay() - static_cast<long>(padded);
      if (behind <= 0 || device_->available() < 0) break;
      const timespec pause{0, static_cast<long>(nanosecondsOf(static_cast<uint64_t>(behind)) % 1'000'000'000)};
      nanosleep(&pause, nullptr);
    }
    // What a late device has not played is dropped with the silence: it was not played.
    next_ -= static_cast<uint32_t>(std::max(device_->delay() - static_cast<long>(padded), 0L));
  } else {
    const long delay = device_->delay();
    if (delay < 0) return recover(delay);
    next_ -= static_cast<uint32_t>(delay);
  }
  if (splice_.isHeld() && static_cast<int32_t>(next_ - splice_.first()) < 0) next_ = splice_.first();
  splice_.forget();
  draining_ = sounding_ = starving_ = false;
  fadeIn_ = true;
  rampTo(volume(), 0);
  const int prepared = device_->dropAndPrepare();
  publishPosition();
  if (prepared < 0) fail(-prepared);
}

// Frames that can be taken back from the device, all but `keep`: of a seam no more than itself. Negative: none.
long PcmWriter::spareFrames(uint32_t keep) {
  const long spare = device_->rewindable() - static_cast<long>(keep);
  return splice_.isHeld() ? std::min<long>(spare, static_cast<int32_t>(next_ - splice_.begin())) : spare;
}

// Takes queued frames back from the device, all but `keep`, and the gain to where it was then. Returns how many; the
// caller says with `rampTo` from where on and how the gain moves.
long PcmWriter::takeBack(uint32_t keep) {
  const long spare = spareFrames(keep);
  if (spare <= 0) return 0;
  const long taken = device_->rewind(static_cast<uint32_t>(spare));
  if (taken <= 0) return 0;
  next_ -= static_cast<uint32_t>(taken);
  // The ramp may begin behind the position that was gone back to: it begins there then.
  const uint32_t ahead = rampFrame_ - next_;
  const uint32_t passed = ahead <= static_cast<uint32_t>(taken) ? 0 : next_ - rampFrame_;
  if (passed < ramp_.left) {
    gain_.now = ramp_.now + ramp_.step * passed;
    gain_.left = ramp_.left - passed;
  }
  return taken;
}

}  // namespace tonearm

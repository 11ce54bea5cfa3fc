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

// The decoder has said where the new sound begins.
bool PcmWriter::flushIsAnswered() const {
  return ring_.header->flushReady.load() == ring_.header->flushRequested.load();
}

// Carries out a flush. While something sounds, it goes on until enough of the new sound is there, and gives way to it
// within milliseconds; where that cannot be, or takes too long, it is faded out and the new sound begins behind silence.
void PcmWriter::changeOver() {
  const bool runs = ring_.header->command.load() == static_cast<uint32_t>(Command::Run);
  if (!sounding_ || draining_ || !runs || !device_->parameters().rewritable) return jump();
  const uint64_t now = monotonicMicroseconds();
  if (patienceEnds_ == 0) patienceEnds_ = now + kPatienceMilliseconds * 1000;
  if (hasEnough()) {
    if (!splice()) jump();
  } else if (now < patienceEnds_) {
    playOn(static_cast<int>((patienceEnds_ - now + 999) / 1000));
  } else {
    jump();
  }
}

// First frame of the new sound when the old one ends at `place`.
uint32_t PcmWriter::firstAfter(uint32_t place) const {
  const RingHeader& header = *ring_.header;
  const uint32_t first = header.flushFrame.load();
  if (header.flushBeside.load() == 0) return first;
  const auto passed = static_cast<int32_t>(place - header.flushBesideFrame.load());
  return passed > 0 && static_cast<uint32_t>(passed) < ring_.capacity ? first + static_cast<uint32_t>(passed) : first;
}

bool PcmWriter::hasEnough() const {
  if (!flushIsAnswered()) return false;
  const bool ended = ring_.header->endOfStream.load() != 0;  // read before `head`
  const uint32_t place = next_ - static_cast<uint32_t>(std::max(device_->delay(), 0L));
  const auto ready = static_cast<int32_t>(ring_.header->head.load() - firstAfter(place));
  return ready >= static_cast<int32_t>(framesOf(ended ? 0 : kEnoughMilliseconds));
}

// Behind the last frame of the sound that a pending flush drops; of the stream where there is none.
uint32_t PcmWriter::endOfOld() const {
  const uint32_t head = ring_.header->head.load();
  return flushIsPending() && flushIsAnswered() ? ring_.header->flushFrame.load() : head;
}

// Goes on with the old sound until the decoder has more, at most for so long.
void PcmWriter::playOn(int milliseconds) {
  followGain();
  const long space = device_->available();
  if (space < 0) return recover(space);
  const auto left = static_cast<int32_t>(endOfOld() - next_);
  if (left > 0 && space > 0 && !writeQueued(std::min(static_cast<uint32_t>(left), static_cast<uint32_t>(space)))) return;
  publishPosition();
  ring_.header->waiting.store(1);
  if (!hasEnough() && !quit_.load()) {
    if (static_cast<int32_t>(endOfOld() - next_) > 0) {
      waitForDevice(milliseconds);
    } else {
      waitForKick(milliseconds);
    }
  }
  ring_.header->waiting.store(0);
}

// Lets the old sound give way to the new one where the device allows it; false when nothing was changed.
bool PcmWriter::splice() {
  RingHeader& header = *ring_.header;
  const uint32_t keep = framesOf(kSpliceKeepMilliseconds);
  const bool inside = header.fadeIn.load() != 0;
  const auto seam = static_cast<int32_t>(framesOf(inside ? kMixMilliseconds : kSkipMilliseconds));
  const auto spare = static_cast<int32_t>(device_->rewindable() - static_cast<long>(keep));
  const auto left = static_cast<int32_t>(endOfOld() - (next_ - static_cast<uint32_t>(std::max(spare, 0))));
  if (spare < seam || left < seam || takeBack(keep) <= 0) return false;

  const uint32_t old = next_;
  const uint32_t first = firstAfter(old);
  const auto ready = std::max(static_cast<int32_t>(header.head.load() - first), 0);
  const int32_t length = std::min(seam, inside ? std::min(left, ready) : left);
  next_ = splice_.make(ring_, old, first, static_cast<uint32_t>(std::max(length, 0)), inside);
  rampTo(static_cast<float>(gain_.target), gain_.left);
  fadeIn_ = false;
  applied(header.flushRequested.load());
  return true;
}

// Silences what sounds; once the decoder has said where the new sound begins, goes on there.
void PcmWriter::jump() {
  RingHeader& header = *ring_.header;
  silence();
  header.waiting.store(1);
  const uint32_t requested = header.flushRequested.load();
  const bool ended = header.endOfStream.load() != 0;
  const uint32_t first = firstAfter(next_), head = header.head.load();
  const bool isThere = static_cast<int32_t>(head - first) >= 0;
  if (header.flushReady.load() != requested || !(isThere || ended)) {
    if (!quit_.load()) waitForKick(-1);
    header.waiting.store(0);
    return;
  }
  header.waiting.store(0);
  next_ = isThere ? first : head;
  fadeIn_ = header.fadeIn.load() != 0;
  setState(WriterState::Idle);  // a new stream: its end is news again
  applied(requested);
}

void PcmWriter::applied(uint32_t flush) {
  patienceEnds_ = 0;
  publishPosition();
  ring_.header->flushApplied.store(flush);
}

// Ends the sound within some 25 ms and leaves the device prepared; next_ is then the first frame not heard.
void PcmWriter::silence() {
  if (!sounding_) return;
  // A device that is gone knows no delay: the place that counts is the last one published.
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
    for (int tries = 0; tries < 20; tries++) {
      const long behind = device_->delay() - static_cast<long>(padded);
      if (behind <= 0 || device_->available() < 0) break;
      const timespec pause{0, (millisecondsOf(static_cast<uint64_t>(behind)) % 1000) * 1'000'000L};
      nanosleep(&pause, nullptr);
    }
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

// Takes queued frames back from the device, all but `keep`, and the gain to where it was then. Returns how many; the
// caller says with `rampTo` from where on and how the gain moves.
long PcmWriter::takeBack(uint32_t keep) {
  long spare = device_->rewindable() - static_cast<long>(keep);
  if (splice_.isHeld()) spare = std::min<long>(spare, static_cast<int32_t>(next_ - splice_.begin()));
  if (spare <= 0) return 0;
  const long taken = device_->rewind(static_cast<uint32_t>(spare));
  if (taken <= 0) return 0;
  next_ -= static_cast<uint32_t>(taken);
  // The ramp may begin behind the place that was gone back to: it begins there then.
  const uint32_t ahead = rampFrame_ - next_;
  const uint32_t passed = ahead <= static_cast<uint32_t>(taken) ? 0 : next_ - rampFrame_;
  if (passed < ramp_.left) {
    gain_.now = ramp_.now + ramp_.step * passed;
    gain_.left = ramp_.left - passed;
  }
  return taken;
}

}  // namespace tonearm

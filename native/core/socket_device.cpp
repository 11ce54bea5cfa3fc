// PcmDevice over a TCP connection. The peer has no interface to say what it has played, so the device is a queue that a
// clock of this side empties into the connection: a frame counts as played when it was handed over.
//
//   writer ─▶ queue (bufferFrames, can be taken back) ─▶ socket, kLeadMilliseconds ahead of the clock ─▶ peer
//
// - The clock runs kHaste fast, and stands still while the connection is full: so the peer sets the pace, its supply never
//   runs dry because two quartzes differ, and a peer that takes everything at once is paced all the same.
// - Sound begins and ends with kSilenceMilliseconds of silence. A snapserver reads whole blocks (chunk_ms, and those of its
//   encoder): silence behind the sound lets its last frames out. The first block after a pause carries a time that has
//   passed, and no player plays it: silence in front of the sound is lost in its place. Source: snapcast,
//   server/streamreader/asio_stream.hpp.
// - A peer that closes, resets, or takes nothing for `stallMilliseconds` is lost: every call then fails.
#include "socket_device.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "clock.h"

namespace tonearm {
namespace {

constexpr uint32_t kLeadMilliseconds = 300;
constexpr uint32_t kSilenceMilliseconds = 100;
constexpr uint64_t kHaste = 2000;  // one part in so many: more than quartzes differ by
constexpr int kSendBuffer = 64 * 1024;

class SocketDevice final : public PcmDevice {
 public:
  SocketDevice(const SocketRequest& request, int socket, int timer)
      : socket_(socket), timer_(timer), startFrames_(request.startFrames),
        stallMicroseconds_(uint64_t{request.stallMilliseconds} * 1000),
        frameBytes_(bytesPerSample(request.format) * kChannels), lead_(framesOf(request.rate, kLeadMilliseconds)),
        silence_(framesOf(request.rate, kSilenceMilliseconds)) {
    parameters_.format = request.format;
    parameters_.rate = request.rate;
    parameters_.rates = {request.rate};
    parameters_.timeFactor = std::max(request.timeFactor, 1U);
    parameters_.periodFrames = std::max(request.periodFrames, 1U);
    parameters_.bufferFrames = std::max(request.bufferFrames, 2 * parameters_.periodFrames);
    const uint64_t inSecond = uint64_t{request.rate} * parameters_.timeFactor;
    speed_ = inSecond + inSecond / kHaste;
    // Silence that ends one sound may still wait when the next begins, behind a frame of which a part was sent.
    capacity_ = parameters_.bufferFrames + 2 * silence_ + 1;
    queue_.resize(static_cast<size_t>(capacity_) * frameBytes_);
  }
  SocketDevice(const SocketDevice&) = delete;
  SocketDevice& operator=(const SocketDevice&) = delete;
  ~SocketDevice() override {
    close(socket_);
    close(timer_);
  }

  const PcmParameters& parameters() const override { return parameters_; }

  long available() override {
    lookForEnd();
    advance();
    if (error_ != 0) return -error_;
    if (underrun_) return -EPIPE;
    return static_cast<long>(parameters_.bufferFrames - queued());
  }
  long delay() override {
    advance();
    return error_ != 0 ? -error_ : static_cast<long>(queued());
  }
  long write(const uint8_t* frames, uint32_t count) override {
    const long space = available();
    if (space <= 0) return space;
    if (!primed_) {
      put(nullptr, silence_);
      audio_ = audioEnd_ = end_;
      primed_ = true;
    }
    const uint32_t taken = std::min(count, static_cast<uint32_t>(space));
    put(frames, taken);
    audioEnd_ = end_;
    if (!running_ && queued() >= startFrames_) start();
    advance();
    return taken;
  }
  long rewindable() override {
    advance();
    if (error_ != 0) return -error_;
    const bool isBegun = partial_ > 0 && sent_ >= audio_ && sent_ < audioEnd_;
    return static_cast<long>(queued()) - (isBegun ? 1 : 0);
  }
  long rewind(uint32_t count) override {
    const long back = std::min<long>(count, rewindable());
    if (back > 0) end_ = audioEnd_ = audioEnd_ - static_cast<uint64_t>(back);
    return back;
  }
  int start() override {
    if (running_ || !primed_) return 0;
    running_ = true;
    const uint64_t now = monotonicMicroseconds();
    startedAt_ = now;
    // The peer still has of the sound before this one.
    handed_ = suppliedUntil_ > now ? std::min<uint64_t>(framesIn(suppliedUntil_ - now), lead_) : 0;
    return 0;
  }
  int dropAndPrepare() override {
    if (error_ != 0) return -error_;
    const bool sounded = primed_ && sent_ + (partial_ > 0 ? 1 : 0) > audio_;
    end_ = sent_ + (partial_ > 0 ? 1 : 0);
    if (sounded) put(nullptr, silence_);
    const uint64_t now = monotonicMicroseconds();
    send(end_ - sent_, now);
    if (running_) {
      const uint64_t passed = framesIn(now - startedAt_);
      suppliedUntil_ = handed_ > passed ? now + (handed_ - passed) * 1'000'000 / speed_ : now;
    }
    running_ = draining_ = underrun_ = primed_ = false;
    audio_ = audioEnd_ = end_;
    return error_ != 0 ? -error_ : 0;
  }
  int drain() override {
    draining_ = true;
    start();
    advance();
    if (error_ != 0) return -error_;
    return queued() == 0 ? 0 : -EAGAIN;
  }
  int recover(int error) override { return error == -EPIPE ? dropAndPrepare() : error; }

  int pollDescriptors(pollfd* descriptors, int space) override {
    if (space < 2) return 0;
    arm();
    descriptors[0] = {timer_, POLLIN, 0};
    descriptors[1] = {socket_, POLLRDHUP, 0};  // what a peer sends is never read: it waits in the kernel, and is bounded there
    return 2;
  }
  bool isReady(pollfd* descriptors, int) override {
    if (descriptors[1].revents != 0) return true;  // available() tells why
    uint64_t expirations = 0;
    return (descriptors[0].revents & POLLIN) != 0 && read(timer_, &expirations, sizeof expirations) > 0;
  }

 private:
  static uint32_t framesOf(uint32_t rate, uint32_t milliseconds) {
    return static_cast<uint32_t>(uint64_t{rate} * milliseconds / 1000);
  }
  uint64_t framesIn(uint64_t microseconds) const { return microseconds * speed_ / 1'000'000; }
  // Frames of sound that were not handed over.
  uint64_t queued() const { return audioEnd_ - std::min(std::max(sent_, audio_), audioEnd_); }

  // Appends frames to the queue, or silence; there is room for what the callers give.
  void put(const uint8_t* frames, uint64_t count) {
    while (count > 0) {
      const uint64_t at = end_ % capacity_;
      const uint64_t run = std::min(count, capacity_ - at);
      uint8_t* const target = &queue_[at * frameBytes_];
      if (frames == nullptr) {
        std::memset(target, 0, run * frameBytes_);
      } else {
        std::memcpy(target, frames, run * frameBytes_);
        frames += run * frameBytes_;
      }
      end_ += run;
      count -= run;
    }
  }

  void lookForEnd() {
    pollfd descriptor{socket_, POLLRDHUP, 0};
    if (error_ == 0 && poll(&descriptor, 1, 0) > 0) error_ = ECONNRESET;
  }

  // Hands over what is due by now.
  void advance() {
    if (!running_ || error_ != 0) return;
    const uint64_t now = monotonicMicroseconds();
    const uint64_t passed = framesIn(now - startedAt_);
    if (handed_ < passed) {
      if (end_ == sent_ && !draining_) underrun_ = true;
      handed_ = passed;
    }
    const uint64_t due = passed + lead_ - std::min(handed_, passed + lead_);
    const uint64_t count = std::min(due, end_ - sent_);
    if (count > 0 && !send(count, now)) handed_ = passed + lead_;
  }

  // Hands over up to `count` frames; false when the connection took less.
  bool send(uint64_t count, uint64_t now) {
    const uint64_t until = sent_ + count;
    while (sent_ < until && error_ == 0) {
      const uint64_t at = sent_ % capacity_;
      const uint64_t run = std::min(until - sent_, capacity_ - at);
      const ssize_t taken =
          ::send(socket_, &queue_[at * frameBytes_ + partial_], run * frameBytes_ - partial_, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (taken < 0) {
        if (errno == EINTR) continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK) {
          error_ = errno == EPIPE ? ECONNRESET : errno;  // EPIPE means an underrun
        } else if (blockedAt_ == 0) {
          blockedAt_ = now;
        } else if (now - blockedAt_ > stallMicroseconds_) {
          error_ = ETIMEDOUT;
        }
        return false;
      }
      if (taken > 0) blockedAt_ = 0;
      const uint64_t bytes = partial_ + static_cast<uint64_t>(taken);
      sent_ += bytes / frameBytes_;
      handed_ += bytes / frameBytes_;
      partial_ = static_cast<uint32_t>(bytes % frameBytes_);
    }
    return true;
  }

  // Sets the timer to the moment at which a period has room; one nanosecond means now.
  void arm() {
    itimerspec when{};
    when.it_value.tv_nsec = 1;
    const uint64_t room = parameters_.bufferFrames - std::min<uint64_t>(queued(), parameters_.bufferFrames);
    if (running_ && room < parameters_.periodFrames) {
      const uint64_t silent = audio_ > sent_ ? audio_ - sent_ : 0;
      const uint64_t passed = framesIn(monotonicMicroseconds() - startedAt_);
      // Handed over once the clock is there, less what the peer is given in advance.
      const uint64_t target = handed_ + silent + parameters_.periodFrames - room;
      const uint64_t frames = target > passed + lead_ ? target - passed - lead_ : 0;
      const uint64_t nanoseconds = frames * 1'000'000'000 / speed_ + 1;
      when.it_value.tv_sec = static_cast<time_t>(nanoseconds / 1'000'000'000);
      when.it_value.tv_nsec = static_cast<long>(nanoseconds % 1'000'000'000);
    }
    timerfd_settime(timer_, 0, &when, nullptr);
  }

  PcmParameters parameters_;
  int socket_, timer_;
  uint32_t startFrames_;
  uint64_t stallMicroseconds_;
  uint32_t frameBytes_, lead_, silence_;
  uint64_t capacity_ = 0;      // frames of the queue
  uint64_t speed_ = 0;         // frames that the clock counts in a second
  std::vector<uint8_t> queue_;  // frame n lies at n % capacity_

  bool running_ = false, draining_ = false, underrun_ = false;
  bool primed_ = false;  // the silence in front of a sound is in the queue
  int error_ = 0;        // errno: the peer is lost, for good
  uint64_t end_ = 0;     // frames that were ever put into the queue
  uint64_t sent_ = 0;    // of them, those that were handed over
  uint32_t partial_ = 0;  // bytes of frame `sent_` that were handed over
  uint64_t audio_ = 0, audioEnd_ = 0;  // the frames between are sound, not silence of this device
  uint64_t startedAt_ = 0, suppliedUntil_ = 0, blockedAt_ = 0;  // CLOCK_MONOTONIC, microseconds
  uint64_t handed_ = 0;  // frames handed over since startedAt_, with what the peer had then
};

void configure(int socket, uint32_t stallMilliseconds) {
  const int one = 1;
  setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &kSendBuffer, sizeof kSendBuffer);
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &stallMilliseconds, sizeof stallMilliseconds);
}

// Connects a socket that does not block. Returns 0 or an errno.
int connectWithin(int socket, const addrinfo& address, int milliseconds) {
  if (connect(socket, address.ai_addr, address.ai_addrlen) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  const uint64_t end = monotonicMicroseconds() + static_cast<uint64_t>(milliseconds) * 1000;
  for (uint64_t now = monotonicMicroseconds(); now < end; now = monotonicMicroseconds()) {
    pollfd descriptor{socket, POLLOUT, 0};
    const int ready = poll(&descriptor, 1, static_cast<int>((end - now + 999) / 1000));
    if (ready < 0 && errno != EINTR) return errno;
    if (ready <= 0) continue;
    int error = 0;
    socklen_t size = sizeof error;
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) < 0 ? errno : error;
  }
  return ETIMEDOUT;
}

}  // namespace

std::unique_ptr<PcmDevice> openSocketDevice(const SocketRequest& request, PcmOpenError& error) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(request.address.c_str(), std::to_string(request.port).c_str(), &hints, &found) != 0) {
    error = {EINVAL, "address: not a numeric one"};
    return nullptr;
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> address(found, freeaddrinfo);
  const int socket = ::socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket < 0) {
    error = {errno, std::string("socket: ") + std::strerror(errno)};
    return nullptr;
  }
  configure(socket, request.stallMilliseconds);
  int failure = connectWithin(socket, *found, request.connectMilliseconds);
  const int timer = failure == 0 ? timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC) : -1;
  if (failure == 0 && timer < 0) failure = errno;
  if (failure != 0) {
    close(socket);
    error = {failure, std::string("connect: ") + std::strerror(failure)};
    return nullptr;
  }
  return std::make_unique<SocketDevice>(request, socket, timer);
}

}  // namespace tonearm

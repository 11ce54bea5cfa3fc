// The TCP device keeps the contract of pcm_device.h, and what it hands over is what it was given, whatever the peer does.
// Its peer here is a socket of the test on the loopback address. Its clock is the real one: a rate of one frame a second makes
// it stand still, but for what it hands over in advance.
#include "core/socket_device.h"
#include "tap.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

using tonearm::PcmDevice;
using tonearm::SampleFormat;

namespace {

constexpr uint32_t kFrame = 4;
constexpr uint32_t kRate = 48000;
constexpr uint32_t kSilence = kRate / 10, kLead = kRate * 3 / 10;

// Listens on a port of the system's choice.
class Peer {
 public:
  explicit Peer(int receiveBuffer = 0) : listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    if (receiveBuffer > 0) setsockopt(listener_, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(bind(listener_, reinterpret_cast<sockaddr*>(&any), sizeof any) == 0);
    CHECK(listen(listener_, 1) == 0);
    socklen_t size = sizeof any;
    CHECK(getsockname(listener_, reinterpret_cast<sockaddr*>(&any), &size) == 0);
    port = ntohs(any.sin_port);
  }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  ~Peer() {
    hangUp();
    if (listener_ >= 0) ::close(listener_);
  }

  void accept() { connection_ = ::accept(listener_, nullptr, nullptr); }
  void hangUp() {
    if (connection_ >= 0) ::close(connection_);
    connection_ = -1;
  }
  void deafen() {
    ::close(listener_);
    listener_ = -1;
  }
  void say(size_t bytes) {
    const std::vector<uint8_t> garbage(bytes, 0x5A);
    [[maybe_unused]] const ssize_t said = ::send(connection_, garbage.data(), garbage.size(), MSG_DONTWAIT);
  }
  // What is there now, in at most so many pieces, appended to what was read before.
  size_t hear(int pieces = 1 << 20) {
    uint8_t bytes[4096];
    for (; pieces > 0; pieces--) {
      const ssize_t count = ::recv(connection_, bytes, sizeof bytes, MSG_DONTWAIT);
      if (count <= 0) return received.size();
      received.insert(received.end(), bytes, bytes + count);
    }
    return received.size();
  }
  // Number of the frame at `at`; 0 for silence.
  uint32_t frame(size_t at) const {
    uint32_t value = 0;
    std::memcpy(&value, &received[at * kFrame], kFrame);
    return value;
  }
  size_t frames() const { return received.size() / kFrame; }

  uint16_t port = 0;
  std::vector<uint8_t> received;

 private:
  int listener_;
  int connection_ = -1;
};

tonearm::SocketRequest requestTo(const Peer& peer, uint32_t rate = kRate) {
  tonearm::SocketRequest request;
  request.address = "127.0.0.1";
  request.port = peer.port;
  request.rate = rate;
  request.periodFrames = kRate / 10;
  request.bufferFrames = kRate / 2;
  request.startFrames = kRate / 5;
  return request;
}

std::unique_ptr<PcmDevice> opened(const tonearm::SocketRequest& request) {
  tonearm::PcmOpenError error;
  auto device = tonearm::openSocketDevice(request, error);
  CHECK(device != nullptr);
  return device;
}

// Frames that tell their number, from `first` on.
std::vector<uint8_t> numbered(uint32_t first, uint32_t count) {
  std::vector<uint8_t> bytes(count * kFrame);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t value = first + i;
    std::memcpy(&bytes[i * kFrame], &value, kFrame);
  }
  return bytes;
}

long writeAll(PcmDevice& device, uint32_t first, uint32_t count) {
  const auto bytes = numbered(first, count);
  return device.write(bytes.data(), count);
}

// Writes what has room, as the writer does: a test that was kept from its core for a while plays on after an underrun.
// Returns how many frames were taken, or an error.
long playOn(PcmDevice& device, uint32_t first, uint32_t count) {
  const long taken = writeAll(device, first, count);
  if (taken != -EPIPE) return taken;
  EQUAL(device.recover(-EPIPE), 0);
  return 0;
}

// The peer has received frames 1 to `count`, each once and in order, and else silence.
void checkAll(const Peer& peer, uint32_t count) {
  uint32_t next = 1;
  for (size_t i = 0; i < peer.frames(); i++) {
    if (peer.frame(i) != 0) EQUAL(peer.frame(i), next++);
  }
  EQUAL(next, count + 1);
}

// Drains as the writer does.
bool drained(PcmDevice& device, Peer& peer) {
  peer.hear();
  const int result = device.drain();
  CHECK(result == 0 || result == -EAGAIN);
  return result == 0;
}

}  // namespace

TEST("the TCP device has the one rate and format of its peer") {
  Peer peer;
  auto device = opened(requestTo(peer));
  EQUAL(device->parameters().rate, kRate);
  CHECK(device->parameters().rates == std::vector<uint32_t>{kRate});
  CHECK(device->parameters().format == SampleFormat::S16);
  EQUAL(device->parameters().bufferFrames, kRate / 2);
  EQUAL(device->parameters().card, -1);
  CHECK(device->parameters().rewritable);
}

TEST("a port where nobody listens, and an address that is none, refuse") {
  Peer peer;
  peer.deafen();
  tonearm::PcmOpenError error;
  auto request = requestTo(peer);
  CHECK(tonearm::openSocketDevice(request, error) == nullptr);
  EQUAL(error.error, ECONNREFUSED);
  for (const char* address : {"localhost", "", "1.2.3.4.5", "999.1.1.1"}) {
    request.address = address;
    CHECK(tonearm::openSocketDevice(request, error) == nullptr);
    EQUAL(error.error, EINVAL);
  }
}

TEST("a machine that does not answer is given up in time") {
  Peer peer;
  // A full backlog: the kernel answers no further connection.
  std::vector<std::unique_ptr<PcmDevice>> waiting;
  tonearm::PcmOpenError error;
  auto request = requestTo(peer);
  request.connectMilliseconds = 50;
  for (int i = 0; i < 8 && error.error == 0; i++) waiting.push_back(tonearm::openSocketDevice(request, error));
  EQUAL(error.error, ETIMEDOUT);
}

TEST("every frame arrives once and in order, between silence") {
  Peer peer;
  auto request = requestTo(peer);
  request.timeFactor = 50;
  auto device = opened(request);
  peer.accept();
  uint32_t written = 0;
  const uint32_t all = 10 * kRate;
  EVENTUALLY(([&] {
    peer.hear();
    written += static_cast<uint32_t>(playOn(*device, 1 + written, std::min(all - written, 10'000U)));
    return written == all;
  })());
  EVENTUALLY(drained(*device, peer));
  EQUAL(device->dropAndPrepare(), 0);
  EVENTUALLY((peer.hear(), peer.frames() > kSilence && peer.frame(peer.frames() - kSilence) == 0));
  checkAll(peer, all);
  for (uint32_t i = 0; i < kSilence; i++) EQUAL(peer.frame(i), 0U);
}

TEST("the peer is given 300 ms in advance, and the rest waits where it can be taken back") {
  Peer peer;
  auto device = opened(requestTo(peer));
  peer.accept();
  EQUAL(writeAll(*device, 1, kRate), static_cast<long>(kRate / 2));
  device->available();
  EVENTUALLY(peer.hear() >= kLead * kFrame);
  const long back = device->rewindable();
  CHECK(back > 0 && back <= static_cast<long>(kRate / 2 - (kLead - kSilence)));
  const long taken = device->rewind(kRate);
  CHECK(taken > 0 && taken <= back);
  EQUAL(device->rewindable(), 0L);
  CHECK(device->delay() <= 1);
  // What takes its place follows the last frame that was handed over.
  const auto given = static_cast<uint32_t>(static_cast<long>(kRate / 2) - taken);
  writeAll(*device, 1 + given, 4800);
  EVENTUALLY(drained(*device, peer));
  EVENTUALLY(peer.hear() >= (kSilence + given + 4800) * kFrame);
  for (uint32_t i = 0; i < given + 4800; i++) EQUAL(peer.frame(kSilence + i), 1 + i);
}

TEST("dropping forgets what the peer has not received, and ends with silence") {
  Peer peer;
  auto device = opened(requestTo(peer));
  peer.accept();
  writeAll(*device, 1, kRate / 2);
  const long delay = device->delay();
  EQUAL(device->dropAndPrepare(), 0);
  EQUAL(device->delay(), 0L);
  EQUAL(device->available(), static_cast<long>(kRate / 2));
  const auto given = static_cast<uint32_t>(static_cast<long>(kRate / 2) - delay);
  EVENTUALLY(peer.hear() >= (kSilence + given + kSilence) * kFrame);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  peer.hear();
  EQUAL(peer.frames() >= kSilence + given + kSilence, true);
  CHECK(peer.frames() <= kSilence + given + kSilence + 200);  // handed over between the two calls
  EQUAL(peer.frame(kSilence), 1U);
  EQUAL(peer.frame(peer.frames() - 1), 0U);
  EQUAL(peer.frame(peer.frames() - kSilence), 0U);
  const size_t before = peer.frames();
  EQUAL(device->dropAndPrepare(), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  peer.hear();
  EQUAL(peer.frames(), before);
}

TEST("a sound soon after another gives the peer no more in advance than one") {
  Peer peer;
  auto device = opened(requestTo(peer));
  peer.accept();
  for (int i = 0; i < 5; i++) {
    writeAll(*device, 1, kRate / 2);
    device->available();
    device->dropAndPrepare();
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  peer.hear();
  // Each sound has its two silences, whatever the peer has already; nothing else is handed over twice.
  CHECK(peer.frames() < kLead + 5 * 2 * kSilence + kRate / 5);
}

TEST("the device is ready to poll while a period has room, and when the peer hangs up") {
  Peer peer;
  auto device = opened(requestTo(peer, kRate));
  peer.accept();
  pollfd descriptors[2];
  EQUAL(device->pollDescriptors(descriptors, 1), 0);
  EQUAL(device->pollDescriptors(descriptors, 2), 2);
  CHECK(poll(descriptors, 2, 1000) > 0);
  CHECK(device->isReady(descriptors, 2));
  writeAll(*device, 1, kRate / 2);
  while (device->available() > 0) writeAll(*device, 1, 100);
  device->pollDescriptors(descriptors, 2);
  EQUAL(poll(descriptors, 2, 0), 0);
  peer.hangUp();
  EVENTUALLY((device->pollDescriptors(descriptors, 2), poll(descriptors, 2, 100) > 0 && descriptors[1].revents != 0));
  CHECK(device->isReady(descriptors, 2));
}

TEST("a peer that closes is lost for good, whatever is called") {
  Peer peer;
  auto device = opened(requestTo(peer));
  peer.accept();
  writeAll(*device, 1, kRate / 2);
  peer.hangUp();
  EVENTUALLY(device->available() == -ECONNRESET);
  EQUAL(writeAll(*device, 1, 100), -static_cast<long>(ECONNRESET));
  EQUAL(device->delay(), -static_cast<long>(ECONNRESET));
  EQUAL(device->rewindable(), -static_cast<long>(ECONNRESET));
  EQUAL(device->drain(), -ECONNRESET);
  EQUAL(device->dropAndPrepare(), -ECONNRESET);
  EQUAL(device->recover(-ECONNRESET), -ECONNRESET);
}

TEST("a peer that closes while nothing plays is noticed before the next sound") {
  Peer peer;
  auto device = opened(requestTo(peer));
  peer.accept();
  EQUAL(device->available(), static_cast<long>(kRate / 2));
  peer.hangUp();
  EVENTUALLY(device->available() == -ECONNRESET);
}

TEST("a peer that reads nothing holds up nobody, and is lost in time") {
  Peer peer(4096);
  auto request = requestTo(peer);
  request.timeFactor = 50;
  request.stallMilliseconds = 200;
  auto device = opened(request);
  peer.accept();
  const auto begin = std::chrono::steady_clock::now();
  long slowest = 0, result = 0;
  EVENTUALLY(([&] {
    const auto before = std::chrono::steady_clock::now();
    result = playOn(*device, 1, 10'000);
    const auto took = std::chrono::steady_clock::now() - before;
    slowest = std::max(slowest, static_cast<long>(std::chrono::duration_cast<std::chrono::milliseconds>(took).count()));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return result < 0;
  })());
  EQUAL(result, -static_cast<long>(ETIMEDOUT));
  CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(200));
  CHECK(slowest < 100);
}

TEST("a slow peer sets the pace, and loses nothing") {
  Peer peer(8192);
  auto request = requestTo(peer);
  request.timeFactor = 50;
  auto device = opened(request);
  peer.accept();
  uint32_t written = 0;
  const uint32_t all = 2 * kRate;
  EVENTUALLY(([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    peer.hear(1);
    written += static_cast<uint32_t>(playOn(*device, 1 + written, std::min(all - written, 7777U)));
    return written == all;
  })());
  EVENTUALLY(drained(*device, peer));
  EQUAL(device->dropAndPrepare(), 0);
  EVENTUALLY((peer.hear(), peer.frames() > 0 && peer.frame(peer.frames() - 1) == 0));
  checkAll(peer, all);
}

TEST("what a peer sends is ignored") {
  Peer peer;
  auto request = requestTo(peer);
  request.timeFactor = 50;
  auto device = opened(request);
  peer.accept();
  uint32_t written = 0;
  EVENTUALLY(([&] {
    peer.say(100'000);
    peer.hear();
    written += static_cast<uint32_t>(playOn(*device, 1 + written, std::min(kRate - written, 10'000U)));
    return written == kRate;
  })());
  EVENTUALLY(drained(*device, peer));
  EQUAL(device->dropAndPrepare(), 0);
  EVENTUALLY((peer.hear(), peer.frames() > 0 && peer.frame(peer.frames() - 1) == 0));
  checkAll(peer, kRate);
}

TEST("a peer that ran dry is an underrun, and the next sound begins anew") {
  Peer peer;
  auto request = requestTo(peer);
  request.timeFactor = 50;
  auto device = opened(request);
  peer.accept();
  writeAll(*device, 1, kRate / 5);
  EVENTUALLY((peer.hear(), device->available() == -EPIPE));
  EQUAL(device->recover(-EPIPE), 0);
  EQUAL(device->available(), static_cast<long>(kRate / 2));
  EQUAL(device->delay(), 0L);
}

/*
 * Mounts SMB and NFS by fsopen(2): options are handed to the kernel one by one, so that no character of a password or a
 * path can become an option. Neither mount.cifs nor mount.nfs is needed. Sources: Documentation/filesystems/mount_api.rst,
 * fs/smb/client/fs_context.c, nfs(5).
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <net/if.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "share.h"

namespace share {

namespace {

constexpr int kSmbPort = 445, kNfsPort = 2049;
/* Milliseconds for a server to take a connection. */
constexpr int kConnectPatience = 4000;
/* Seconds in which the kernel does not ask again for times and sizes: a scan looks at each file more than once. */
constexpr char kAttributesLast[] = "60";
/* A server that is silent takes longer to fail. */
constexpr std::chrono::seconds kQuick{4};

struct Address {
  /* As the kernel reads it: a scope is a number. */
  std::string text;
  bool isFound = false, isAnswering = false;
};

std::string TextOf(const sockaddr* address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (address->sa_family == AF_INET) {
    inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(address)->sin_addr, text, sizeof text);
    return text;
  }
  const auto* six = reinterpret_cast<const sockaddr_in6*>(address);
  inet_ntop(AF_INET6, &six->sin6_addr, text, sizeof text);
  return six->sin6_scope_id == 0 ? text : std::string(text) + "%" + std::to_string(six->sin6_scope_id);
}

bool Answers(const addrinfo& found) {
  const int connection = socket(found.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (connection < 0) return false;
  bool isConnected = connect(connection, found.ai_addr, found.ai_addrlen) == 0;
  if (!isConnected && errno == EINPROGRESS) {
    pollfd wait{connection, POLLOUT, 0};
    int error = ETIMEDOUT;
    socklen_t size = sizeof error;
    if (poll(&wait, 1, kConnectPatience) == 1) getsockopt(connection, SOL_SOCKET, SO_ERROR, &error, &size);
    isConnected = error == 0;
  }
  close(connection);
  return isConnected;
}

/* The first address of a server that takes connections. A name without a dot that the network's DNS lacks is looked for as
   a name of mDNS, too. */
Address Find(const std::string& server, int port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_ADDRCONFIG;
  addrinfo* found = nullptr;
  const std::string service = std::to_string(port);
  int result = getaddrinfo(server.c_str(), service.c_str(), &hints, &found);
  if (result != 0 && server.find_first_of(".:") == std::string::npos)
    result = getaddrinfo((server + ".local").c_str(), service.c_str(), &hints, &found);
  Address address;
  if (result != 0) return address;
  address.isFound = true;
  for (const addrinfo* each = found; each != nullptr && !address.isAnswering; each = each->ai_next) {
    address.isAnswering = Answers(*each);
    address.text = TextOf(each->ai_addr);
  }
  freeaddrinfo(found);
  return address;
}

/* One attempt: a file system of the kernel that gets its options. */
class Attempt {
 public:
  explicit Attempt(const char* type) : context_(static_cast<int>(syscall(SYS_fsopen, type, FSOPEN_CLOEXEC))) {
    if (context_ < 0) error_ = errno;
  }
  ~Attempt() {
    if (context_ >= 0) close(context_);
    if (mount_ >= 0) close(mount_);
  }
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;

  void Set(const char* key, const std::string& value) { Configure(FSCONFIG_SET_STRING, key, value.c_str()); }
  void Set(const char* key) { Configure(FSCONFIG_SET_FLAG, key, nullptr); }

  /* Connects, and mounts. Returns an errno, 0 for success. */
  int MountAt(const std::string& folder) {
    Configure(FSCONFIG_CMD_CREATE, nullptr, nullptr);
    if (error_ != 0) return error_;
    const unsigned attributes = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC |
                                MOUNT_ATTR_NOATIME;
    mount_ = static_cast<int>(syscall(SYS_fsmount, context_, FSMOUNT_CLOEXEC, attributes));
    if (mount_ < 0) return error_ = errno;
    if (syscall(SYS_move_mount, mount_, "", AT_FDCWD, folder.c_str(), MOVE_MOUNT_F_EMPTY_PATH) != 0) error_ = errno;
    return error_;
  }

  /* What the kernel has to say of it, a line. */
  std::string Said() const {
    char line[512];
    std::string all;
    for (ssize_t size; context_ >= 0 && (size = read(context_, line, sizeof line - 1)) > 0;) {
      if (!all.empty()) all += "; ";
      all.append(line, static_cast<size_t>(size));
    }
    return all;
  }

 private:
  void Configure(unsigned command, const char* key, const char* value) {
    if (error_ != 0) return;
    if (syscall(SYS_fsconfig, context_, command, key, value, 0) != 0) error_ = errno;
  }

  int context_;
  int mount_ = -1;
  int error_ = 0;
};

Failure FailureOf(const std::string& code, int error, const Attempt& attempt) {
  const std::string said = attempt.Said();
  return {code, std::string(strerror(error)) + (said.empty() ? "" : " (" + said + ")")};
}

bool IsSilent(int error) {
  switch (error) {
    case EHOSTDOWN:
    case EHOSTUNREACH:
    case ENETUNREACH:
    case ECONNREFUSED:
    case ECONNRESET:
    case ECONNABORTED:
    case ETIMEDOUT:
    case EAGAIN:
    case EPIPE:
      return true;
    default:
      return false;
  }
}

int TrySmb(const Share& share, const Address& address, const std::string& at, bool isAnonymous, Failure& failure) {
  Attempt attempt("cifs");
  attempt.Set("source", "//" + share.server + "/" + share.path);
  attempt.Set("ip", address.text);
  if (share.port != 0) attempt.Set("port", std::to_string(share.port));
  if (isAnonymous) {
    attempt.Set("sec", "none");
  } else {
    attempt.Set("user", share.user.empty() ? "guest" : share.user);
    if (!share.password.empty()) attempt.Set("pass", share.password);
    if (!share.domain.empty()) attempt.Set("domain", share.domain);
  }
  attempt.Set("iocharset", "utf8");
  attempt.Set("file_mode", "0444");
  attempt.Set("dir_mode", "0555");
  attempt.Set("actimeo", kAttributesLast);
  attempt.Set("soft");
  /* A server that is silent for three times as many seconds counts as gone. */
  attempt.Set("echo_interval", "5");
  attempt.Set("ro");
  const auto begin = std::chrono::steady_clock::now();
  const int error = attempt.MountAt(at);
  if (error == 0) return 0;
  const bool isQuick = std::chrono::steady_clock::now() - begin < kQuick;
  const char* code = "FAILED";
  if (error == EACCES || error == EPERM || error == EKEYREJECTED || error == EKEYEXPIRED || error == ENOKEY)
    code = share.user.empty() ? "PASSWORD_NEEDED" : "PASSWORD_WRONG";
  else if (error == ENOENT || error == ENXIO || error == ENODEV) code = "NO_SUCH_SHARE";
  /* Servers of SMB 1 hang up when they are spoken to in SMB 2. */
  else if (error == EOPNOTSUPP || error == EPROTONOSUPPORT || (error == EHOSTDOWN && isQuick)) code = "PROTOCOL_TOO_OLD";
  else if (IsSilent(error)) code = "NOT_ANSWERING";
  failure = FailureOf(code, error, attempt);
  return error;
}

Failure MountSmb(const Share& share, const Address& address, const std::string& at) {
  Failure failure;
  if (TrySmb(share, address, at, false, failure) == 0) return {};
  /* Servers without guests may let nobody in particular in. */
  Failure second;
  if (failure.code == "PASSWORD_NEEDED" && TrySmb(share, address, at, true, second) == 0) return {};
  return failure;
}

Failure MountNfs(const Share& share, const Address& address, const std::string& at) {
  Failure failure;
  for (const char* version : {"4.2", "4.1", "4.0", "3"}) {
    Attempt attempt("nfs");
    const bool isSix = share.server.find(':') != std::string::npos;
    attempt.Set("source", (isSix ? "[" + share.server + "]" : share.server) + ":" + share.path);
    attempt.Set("addr", address.text);
    attempt.Set("vers", version);
    attempt.Set("proto", isSix || address.text.find(':') != std::string::npos ? "tcp6" : "tcp");
    if (share.port != 0) attempt.Set("port", std::to_string(share.port));
    attempt.Set("actimeo", kAttributesLast);
    attempt.Set("soft");
    /* Tenths of a second until a request is repeated, once. */
    attempt.Set("timeo", "50");
    attempt.Set("retrans", "1");
    if (version[0] == '3') attempt.Set("nolock");
    attempt.Set("ro");
    const int error = attempt.MountAt(at);
    if (error == 0) return {};
    if (error == EPROTONOSUPPORT || error == EOPNOTSUPP || error == EPFNOSUPPORT || error == EINVAL) {
      if (failure.code.empty()) failure = FailureOf("PROTOCOL_TOO_OLD", error, attempt);
      continue;
    }
    const char* code = "FAILED";
    if (error == ENOENT || error == ESTALE || error == ENOTDIR) code = "NO_SUCH_SHARE";
    else if (error == EACCES || error == EPERM) code = "NOT_PERMITTED";
    else if (IsSilent(error) || error == EIO) code = "NOT_ANSWERING";
    const Failure now = FailureOf(code, error, attempt);
    if (now.code != "NOT_ANSWERING" && now.code != "NO_SUCH_SHARE") return now;
    /* Another version may have it: folders have other names in version 3. Of two reasons, one that the server gave. */
    if (failure.code != "NO_SUCH_SHARE") failure = now;
  }
  return failure;
}

}  // namespace

Failure Mount(const Share& share, const std::string& at) {
  const bool isSmb = share.kind == Kind::Smb;
  const int port = share.port != 0 ? share.port : isSmb ? kSmbPort : kNfsPort;
  const Address address = Find(share.server, port);
  if (!address.isFound) return {"NO_SUCH_HOST", ""};
  if (!address.isAnswering) return {"NOT_ANSWERING", ""};
  return isSmb ? MountSmb(share, address, at) : MountNfs(share, address, at);
}

}  // namespace share

/*
 * Mounts a network share below /media/tonearm, read-only, or releases it; root runs it for the daemon, which may start
 * tonearm-share@ID.service and nothing else:
 *
 *     mount_share mount ID      as the daemon asks in /run/tonearm/shares/ID, else as it is kept
 *     mount_share release ID
 *     mount_share forget ID     releases it, and forgets it
 *
 * What was mounted once is kept with its password in /data/system/shares/ID, which only root reads. The status of the unit
 * says what came of it: "is mounted under FOLDER", "can be mounted" (a trial), or "is not mounted: CODE DETAIL". Only a
 * wrong call and a broken system make the exit status other than 0.
 */
#include <dirent.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../core/service_notice.h"
#include "share.h"

namespace {

constexpr char kDaemonFolder[] = "/run/tonearm";
constexpr char kRequests[] = "shares";
constexpr char kKept[] = "/data/system/shares";
constexpr char kMountPoints[] = "/run/tonearm-shares";
constexpr char kMedia[] = "/media/tonearm/";
constexpr size_t kLargest = 8192;

void Report(const std::string& status) {
  printf("%s\n", status.c_str());
  fflush(stdout);
  const char* socket = getenv("NOTIFY_SOCKET");
  if (socket != nullptr) tonearm::sendServiceNotice(socket, "STATUS=" + status);
}

bool IsId(const std::string& text) {
  return !text.empty() && text.size() <= 16 &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") == std::string::npos;
}

/* The whole of a small plain file; follows no link. Returns false when there is none. */
bool Read(int folder, const std::string& name, std::string& text) {
  const int file = openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  struct stat facts {};
  bool isWhole = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && static_cast<size_t>(facts.st_size) <= kLargest;
  if (isWhole) {
    text.resize(static_cast<size_t>(facts.st_size));
    isWhole = read(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }
  close(file);
  return isWhole;
}

/* The folder of requests, which the daemon owns: no link on the way is followed. */
int OpenRequests() {
  const int daemon = open(kDaemonFolder, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (daemon < 0) return -1;
  const int requests = openat(daemon, kRequests, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  close(daemon);
  return requests;
}

/* Durable, or not at all. */
bool Keep(const std::string& id, const std::string& text) {
  mkdir(kKept, 0700);
  const int folder = open(kKept, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  const std::string fresh = id + ".new";
  const int file = openat(folder, fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  bool isKept = file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                fsync(file) == 0;
  if (file >= 0) close(file);
  isKept = isKept && renameat(folder, fresh.c_str(), folder, id.c_str()) == 0 && fsync(folder) == 0;
  close(folder);
  return isKept;
}

void Forget(const std::string& id) {
  const int folder = open(kKept, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  if (unlinkat(folder, id.c_str(), 0) == 0) fsync(folder);
  close(folder);
}

std::string LinkOf(const std::string& id) { return std::string(kMountPoints) + "/" + id; }

/* Calls that wait for a silent server are broken off first. */
void Unmount(const std::string& folder) {
  umount2(folder.c_str(), MNT_FORCE | UMOUNT_NOFOLLOW);
  umount2(folder.c_str(), MNT_DETACH | UMOUNT_NOFOLLOW);
  rmdir(folder.c_str());
}

void Release(const std::string& id) {
  char folder[PATH_MAX];
  const ssize_t size = readlink(LinkOf(id).c_str(), folder, sizeof folder - 1);
  if (size <= 0) return;
  folder[size] = '\0';
  Unmount(folder);
  unlink(LinkOf(id).c_str());
}

/* The mount point, made anew; empty where another mount has it, or it cannot be made. */
std::string MakeFolder(const std::string& id, const std::string& name) {
  const std::string folder = kMedia + name;
  mkdir(kMountPoints, 0755);
  /* Left behind by a crash: an empty folder goes, a mount or music stays. */
  rmdir(folder.c_str());
  if (mkdir(folder.c_str(), 0755) != 0) return "";
  if (symlink(folder.c_str(), LinkOf(id).c_str()) == 0) return folder;
  rmdir(folder.c_str());
  return "";
}

int MountIt(const std::string& id) {
  Release(id);
  share::Share share;
  std::string text;
  const int requests = OpenRequests();
  const bool isAsked = requests >= 0 && Read(requests, id, text);
  /* Holds a password. */
  if (requests >= 0) unlinkat(requests, id.c_str(), 0);
  if (requests >= 0) close(requests);
  if (!isAsked && !Read(AT_FDCWD, std::string(kKept) + "/" + id, text)) {
    Report("is not mounted: PASSWORD_NEEDED nothing is kept of it");
    return 0;
  }
  const std::string refused = share::Parse(text, share);
  if (!refused.empty()) {
    Report("is not mounted: FAILED refused: " + refused);
    return 0;
  }
  const std::string folder = MakeFolder(id, share.folder);
  if (folder.empty()) {
    Report("is not mounted: FAILED something else has its folder: " + std::string(strerror(errno)));
    return 0;
  }
  const share::Failure failure = share::Mount(share, folder);
  if (!failure.code.empty()) {
    Release(id);
    Report("is not mounted: " + failure.code + " " + failure.detail);
    return 0;
  }
  if (share.isTrial) {
    Release(id);
    Report("can be mounted");
    return 0;
  }
  if (isAsked && !Keep(id, share::Format(share))) {
    const std::string reason = strerror(errno);
    Release(id);
    Report("is not mounted: FAILED it cannot be kept: " + reason);
    return 0;
  }
  Report("is mounted under " + folder);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string command = count == 3 ? arguments[1] : "";
  const std::string id = count == 3 ? arguments[2] : "";
  if (!IsId(id)) {
    fputs("usage: mount_share mount|release|forget ID\n", stderr);
    return 2;
  }
  umask(0022);
  if (command == "mount") return MountIt(id);
  if (command == "forget") Forget(id);
  else if (command != "release") return 2;
  Release(id);
  return 0;
}

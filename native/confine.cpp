/*
 * Becomes another program that reads a stranger's file, held to what that needs:
 *
 *     confine BYTES FILE PROGRAM ARGUMENT...
 *
 * BYTES of private memory at most (setrlimit(2), RLIMIT_DATA), no file written, no core dump, first to go when memory runs
 * out (proc(5), oom_score_adj). No socket can be made (seccomp(2)). Where the kernel has Landlock (landlock(7)), the
 * program reads the system's libraries, its own folder and FILE, and nothing else: not the state directory; FILE may be
 * empty for a program that reads a pipe only. Descriptors that are inherited stay usable.
 *
 * Exit status 127: the program is not installed. 126: the limits cannot be set.
 */
#include <algorithm>
#include <climits>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr int kNotInstalled = 127;
constexpr int kNotConfined = 126;
/* ffmpeg opens its input, and libraries one after the other. */
constexpr rlim_t kDescriptors = 64;

/* Numbers of linux/landlock.h, which Debian 12 has without the later members. */
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr unsigned kVersion = 1, kPathBeneath = 1;
constexpr uint64_t kExecute = 1 << 0, kWriteFile = 1 << 1, kReadFile = 1 << 2, kReadDir = 1 << 3;
struct Ruleset {
  uint64_t fs, net, scoped;
};
struct __attribute__((packed)) PathRule {
  uint64_t allowed;
  int32_t parent;
};

[[noreturn]] void Fail(const char* what) {
  fprintf(stderr, "confine: %s: %s\n", what, strerror(errno));
  _exit(kNotConfined);
}

void Limit(__rlimit_resource_t resource, rlim_t most) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) Fail("getrlimit");
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < most) most = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = most;
  if (setrlimit(resource, &limit) != 0) Fail("setrlimit");
}

void GoFirst() {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  /* A system that does not allow it holds the program to its bytes all the same. */
  if (write(file, "1000", 4) < 0) errno = 0;
  close(file);
}

/* Absolute path of the program, as execvp(3) finds it; empty when there is none. */
std::string Find(const char* name) {
  const char* path = getenv("PATH");
  const std::string folders = strchr(name, '/') != nullptr ? "" : path != nullptr ? path : "/usr/bin:/bin";
  for (size_t at = 0; at <= folders.size();) {
    const size_t end = std::min(folders.find(':', at), folders.size());
    const std::string folder = folders.substr(at, end - at);
    const std::string file = folder.empty() ? name : folder + "/" + name;
    char real[PATH_MAX];
    if (access(file.c_str(), X_OK) == 0 && realpath(file.c_str(), real) != nullptr) return real;
    at = end + 1;
  }
  return "";
}

void Allow(int ruleset, const std::string& path, uint64_t rights) {
  const int file = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (file < 0) return;
  const PathRule rule{rights, file};
  if (syscall(kAddRule, ruleset, kPathBeneath, &rule, 0) != 0) Fail("landlock_add_rule");
  close(file);
}

/* What of Landlock's rights this kernel knows. */
Ruleset RulesetOf(long version) {
  Ruleset ruleset{(1 << 13) - 1, 0, 0};
  if (version >= 2) ruleset.fs |= 1 << 13; /* REFER */
  if (version >= 3) ruleset.fs |= 1 << 14; /* TRUNCATE */
  if (version >= 4) ruleset.net = 3;       /* BIND_TCP, CONNECT_TCP */
  if (version >= 5) ruleset.fs |= 1 << 15; /* IOCTL_DEV */
  if (version >= 6) ruleset.scoped = 3;    /* ABSTRACT_UNIX_SOCKET, SIGNAL */
  return ruleset;
}

void SeeOnly(const std::string& file, const std::string& program) {
  const long version = syscall(kCreateRuleset, nullptr, 0, kVersion);
  if (version < 1) return;
  const Ruleset wanted = RulesetOf(version);
  const int ruleset = static_cast<int>(syscall(kCreateRuleset, &wanted, sizeof wanted, 0));
  if (ruleset < 0) Fail("landlock_create_ruleset");
  const uint64_t run = kExecute | kReadFile | kReadDir;
  for (const char* folder : {"/usr", "/bin", "/lib", "/lib64"}) Allow(ruleset, folder, run);
  Allow(ruleset, program.substr(0, program.rfind('/')), run);
  for (const char* known : {"/etc/ld.so.cache", "/dev/urandom", "/proc/cpuinfo" /* ffmpeg on ARM */}) Allow(ruleset, known, kReadFile);
  Allow(ruleset, "/dev/null", kReadFile | kWriteFile);
  if (!file.empty()) Allow(ruleset, file, kReadFile);
  if (syscall(kRestrictSelf, ruleset, 0) != 0) Fail("landlock_restrict_self");
  close(ruleset);
}

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#elif defined(__arm__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_ARM;
#else
constexpr uint32_t kArchitecture = 0; /* Unknown here: no filter of system calls. */
#endif

/* No way to the network, to sockets of this machine, or into other processes. A call of another architecture ends it. */
void MakeNoSockets() {
  if (kArchitecture == 0) return;
  constexpr uint32_t forbidden[] = {SYS_socket, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
                                    425 /* io_uring_setup, on every architecture */};
  constexpr uint8_t count = sizeof forbidden / sizeof *forbidden;
  /* Calls of the x32 ABI have this bit. */
  constexpr uint32_t other = 0x40000000;
  sock_filter code[5 + count + 2] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, other, count + 1, 0),
  };
  for (uint8_t at = 0; at < count; at++) {
    code[5 + at] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, forbidden[at], static_cast<uint8_t>(count - at), 0);
  }
  code[5 + count] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  code[5 + count + 1] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES);
  sock_fprog filter{sizeof code / sizeof *code, code};
  /* A kernel without seccomp filters is none that Debian builds. */
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) Fail("seccomp");
}

}  // namespace

int main(int count, char** values) {
  if (count < 4) {
    fprintf(stderr, "usage: confine BYTES FILE PROGRAM ARGUMENT...\n");
    return kNotConfined;
  }
  const std::string program = Find(values[3]);
  if (program.empty()) return kNotInstalled;
  Limit(RLIMIT_DATA, strtoull(values[1], nullptr, 10));
  Limit(RLIMIT_CORE, 0);
  Limit(RLIMIT_FSIZE, 0);
  Limit(RLIMIT_NOFILE, kDescriptors);
  GoFirst();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) Fail("no_new_privs");
  SeeOnly(values[2], program);
  MakeNoSockets();
  execv(program.c_str(), values + 3);
  fprintf(stderr, "confine: %s: %s\n", program.c_str(), strerror(errno));
  return kNotInstalled;
}

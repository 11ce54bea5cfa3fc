/* A network share: what the daemon asks for, and what a mount of it says. */
#pragma once

#include <string>

namespace share {

enum class Kind { Smb, Nfs };

struct Share {
  Kind kind = Kind::Smb;
  /* Host name or address. */
  std::string server;
  /* 0: the usual one. */
  int port = 0;
  /* SMB: name of the share, and folders in it after slashes. NFS: absolute path on the server. */
  std::string path;
  /* Empty: as a guest. */
  std::string user, password, domain;
  /* Name of the mount point below /media/tonearm. */
  std::string folder;
  /* Only tried out: not kept, and released at once. */
  bool isTrial = false;
};

/* Why a share is not mounted: a code for the daemon, and the words of the kernel, if any. Empty code: it is mounted. */
struct Failure {
  std::string code;
  std::string detail;
};

/* Reads `key=value` lines. Returns why they are refused, empty for a share that may be mounted. */
std::string Parse(const std::string& text, Share& share);
/* Lines that Parse reads. */
std::string Format(const Share& share);

/* Mounts a share read-only at an existing folder; takes seconds where the server does not answer. */
Failure Mount(const Share& share, const std::string& at);

}  // namespace share

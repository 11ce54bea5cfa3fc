/* Lines of a share, checked before root acts on them. */
#include "share.h"

#include <cstdlib>

namespace share {

namespace {

/* Windows allows 256 characters of password and 104 of user; paths of NFS have 1024 at most (RFC 1813). */
constexpr size_t kLongestText = 256, kLongestPath = 1024, kLongestFolder = 200, kLongestServer = 253;

bool IsPrintable(const std::string& text) {
  for (const unsigned char letter : text)
    if (letter < 0x20 || letter == 0x7f) return false;
  return true;
}

bool HasDots(const std::string& path) {
  const std::string slashed = "/" + path + "/";
  return slashed.find("/../") != std::string::npos || slashed.find("/./") != std::string::npos;
}

bool IsServer(const std::string& text) {
  if (text.empty() || text.size() > kLongestServer || text[0] == '-') return false;
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:%") ==
         std::string::npos;
}

/* One folder: no separators, not hidden. */
bool IsFolder(const std::string& text) {
  return !text.empty() && text.size() <= kLongestFolder && text[0] != '.' && text.find('/') == std::string::npos;
}

std::string Refusal(const Share& share) {
  for (const auto* text : {&share.path, &share.user, &share.password, &share.domain, &share.folder})
    if (!IsPrintable(*text)) return "control characters";
  for (const auto* text : {&share.user, &share.password, &share.domain})
    if (text->size() > kLongestText) return "user, password or domain";
  if (!IsServer(share.server)) return "server";
  if (share.port < 0 || share.port > 65535) return "port";
  if (share.path.empty() || share.path.size() > kLongestPath || HasDots(share.path)) return "path";
  if ((share.kind == Kind::Nfs) != (share.path[0] == '/')) return "path";
  if (share.kind == Kind::Smb && share.path.find('\\') != std::string::npos) return "path";
  if (!IsFolder(share.folder)) return "folder";
  return "";
}

}  // namespace

std::string Parse(const std::string& text, Share& share) {
  for (size_t begin = 0; begin < text.size();) {
    size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    const size_t equals = line.find('=');
    if (equals == std::string::npos) return "a line without =";
    const std::string key = line.substr(0, equals), value = line.substr(equals + 1);
    if (key == "kind" && (value == "smb" || value == "nfs")) share.kind = value == "smb" ? Kind::Smb : Kind::Nfs;
    else if (key == "server") share.server = value;
    else if (key == "port" && value.size() <= 5) share.port = atoi(value.c_str());
    else if (key == "path") share.path = value;
    else if (key == "user") share.user = value;
    else if (key == "password") share.password = value;
    else if (key == "domain") share.domain = value;
    else if (key == "folder") share.folder = value;
    else if (key == "trial") share.isTrial = value == "yes";
    else return "key " + key;
  }
  return Refusal(share);
}

std::string Format(const Share& share) {
  std::string text = share.kind == Kind::Smb ? "kind=smb\n" : "kind=nfs\n";
  text += "server=" + share.server + "\npath=" + share.path + "\nfolder=" + share.folder + "\n";
  if (share.port != 0) text += "port=" + std::to_string(share.port) + "\n";
  if (!share.user.empty()) text += "user=" + share.user + "\npassword=" + share.password + "\n";
  if (!share.domain.empty()) text += "domain=" + share.domain + "\n";
  return text;
}

}  // namespace share

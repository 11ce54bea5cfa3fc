#include "folder_lister.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

namespace tonearm {
namespace {

enum class Ending { playable, other, odd };

// Beyond ASCII an upper case is not ours to know: such an ending is odd.
Ending endingOf(std::string_view name, const std::unordered_set<std::string>& endings, std::string& lower) {
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return Ending::other;
  lower.clear();
  for (const char letter : name.substr(dot + 1)) {
    if (static_cast<unsigned char>(letter) >= 0x80) return Ending::odd;
    lower += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
  }
  return endings.count(lower) > 0 ? Ending::playable : Ending::other;
}

bool isGone(int error) { return error == ENOENT || error == ENOTDIR; }

// DT_REG and its like, also where the file system does not say; DT_UNKNOWN when it cannot be told.
unsigned char typeOf(int folder, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) return entry.d_type;
  struct stat status;
  if (fstatat(folder, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) return DT_UNKNOWN;
  return IFTODT(status.st_mode);
}

void addNumber(std::string& text, int64_t number) {
  text += std::to_string(number);
  text += '/';
}

}  // namespace

int64_t modifiedMilliseconds(const struct stat& status) {
  return static_cast<int64_t>(std::trunc(static_cast<double>(status.st_mtim.tv_sec) * 1e3 +
                                         static_cast<double>(status.st_mtim.tv_nsec) / 1e6));
}

FolderLister::FolderLister(std::string_view endings) {
  while (!endings.empty()) {
    const size_t length = std::min(endings.find(' '), endings.size());
    if (length > 0) endings_.emplace(endings.substr(0, length));
    endings.remove_prefix(std::min(length + 1, endings.size()));
  }
}

bool FolderLister::list(const char* path, double device) {
  files_.clear();
  folders_.clear();
  others_.clear();
  struct stat status;
  // Looked at before it is opened: what is mounted there may take its time.
  if (lstat(path, &status) != 0 || !S_ISDIR(status.st_mode) || static_cast<double>(status.st_dev) != device)
    return false;
  inode_ = status.st_ino;
  const int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return false;
  DIR* const directory = fdopendir(descriptor);
  if (directory == nullptr) {
    close(descriptor);
    return false;
  }
  bool usual = true;
  errno = 0;
  while (usual) {
    const dirent* const entry = readdir(directory);
    if (entry == nullptr) break;
    const bool hidden = entry->d_name[0] == '.';
    usual = hidden ? strcmp(entry->d_name, ".nomedia") != 0 : add(descriptor, *entry);
    errno = 0;
  }
  usual = usual && errno == 0;
  closedir(directory);
  if (usual) join();
  return usual;
}

bool FolderLister::add(int folder, const dirent& entry) {
  const std::string_view name = entry.d_name;
  const unsigned char type = typeOf(folder, entry);
  if (type == DT_UNKNOWN) return false;
  if (type == DT_DIR) {
    folders_.append(name) += '/';
    return true;
  }
  if (type != DT_REG && type != DT_LNK) return true;
  const Ending ending = endingOf(name, endings_, ending_);
  if (ending == Ending::odd) return false;
  if (ending == Ending::playable) return type == DT_REG && addFile(folder, name);
  if (type == DT_REG) others_.append(name) += '/';
  return true;
}

bool FolderLister::addFile(int folder, std::string_view name) {
  File file{std::string(name), 0, 0};
  struct stat status;
  if (fstatat(folder, file.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return isGone(errno);
  // The entry became another kind of file just now.
  if (!S_ISREG(status.st_mode)) return false;
  file.size = status.st_size;
  file.modified = modifiedMilliseconds(status);
  files_.push_back(std::move(file));
  return true;
}

void FolderLister::join() {
  std::sort(files_.begin(), files_.end(), [](const File& one, const File& other) { return one.name < other.name; });
  text_.clear();
  for (const File& file : files_) {
    text_.append(file.name) += '/';
    addNumber(text_, file.size);
    addNumber(text_, file.modified);
  }
  text_ += '\0';
  text_.append(folders_) += '\0';
  text_ += others_;
}

}  // namespace tonearm

// Lists a folder as a scan of the library wants to know it: playable files with their sizes and times, in one text that
// is compared with what the last scan left. It takes folders that are just as most are; everything else, from a link to
// an error, is for `src/library/scan/listing.ts`, whose answers it gives.
#pragma once

#include <dirent.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace tonearm {

class FolderLister {
 public:
  // Endings of the files that are told with sizes and times: in lower case, without their dots, a space between.
  explicit FolderLister(std::string_view endings);

  // False for what is no folder of this device, cannot be listed as a whole, or holds a link that may be a file, or a file
  // `.nomedia`, which leaves the folder out.
  bool list(const char* path, double device);

  // Inode of the folder that was listed last.
  uint64_t inode() const { return inode_; }
  size_t files() const { return files_.size(); }

  // Three parts with a zero between: of each file `name/size/modified/`, in the order of the bytes of the names, with
  // the size in bytes and the time in Unix milliseconds; the names of the folders, and those of all other regular
  // files, with a slash behind each. Hidden names are left out. Bytes as they are: a name need not be UTF-8.
  const std::string& text() const { return text_; }

 private:
  struct File {
    std::string name;
    int64_t size;
    int64_t modified;
  };

  bool add(int folder, const dirent& entry);
  bool addFile(int folder, std::string_view name);
  void join();

  std::unordered_set<std::string> endings_;
  std::vector<File> files_;
  std::string folders_;
  std::string others_;
  std::string text_;
  std::string ending_;
  uint64_t inode_ = 0;
};

// When a file was written to, in whole Unix milliseconds as Node counts them: before 1970, too.
int64_t modifiedMilliseconds(const struct stat& status);

}  // namespace tonearm

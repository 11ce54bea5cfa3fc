// What the scan is told of a folder, and which folders it is told nothing of.
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "folder_lister.h"
#include "tap.h"

using tonearm::FolderLister;

namespace {

int removeOne(const char* path, const struct stat*, int, struct FTW*) { return remove(path); }

// A folder that goes with everything in it.
struct Scratch {
  std::string path;

  Scratch() {
    char name[] = "/tmp/folder-lister-XXXXXX";
    path = mkdtemp(name);
  }
  ~Scratch() { nftw(path.c_str(), removeOne, 8, FTW_DEPTH | FTW_PHYS); }

  std::string in(const std::string& name) const { return path + "/" + name; }

  void file(const std::string& name, size_t size, time_t seconds, long nanoseconds) const {
    const int descriptor = open(in(name).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    CHECK(descriptor >= 0);
    CHECK(ftruncate(descriptor, static_cast<off_t>(size)) == 0);
    const timespec times[] = {{0, 0}, {seconds, nanoseconds}};
    CHECK(futimens(descriptor, times) == 0);
    close(descriptor);
  }

  double device() const {
    struct stat status;
    CHECK(stat(path.c_str(), &status) == 0);
    return static_cast<double>(status.st_dev);
  }
};

}  // namespace

TEST("a folder's files are told in the order of their bytes, then its folders, then the rest") {
  const Scratch folder;
  folder.file("b.mp3", 12, 1, 999'999'999);
  folder.file("A.FLAC", 0, 1'700'000'000, 123'456'789);
  folder.file("\xc3\xa4.cue", 3, 0, 0);
  folder.file("cover.jpg", 5, 0, 0);
  folder.file(".hidden.mp3", 5, 0, 0);
  CHECK(mkdir(folder.in("disc.mp3").c_str(), 0700) == 0);
  CHECK(mkfifo(folder.in("pipe.mp3").c_str(), 0600) == 0);
  FolderLister lister("mp3 flac cue");
  CHECK(lister.list(folder.path.c_str(), folder.device()));
  const std::string wanted = std::string("A.FLAC/0/1700000000123/b.mp3/12/1999/\xc3\xa4.cue/3/0/") + '\0' + "disc.mp3/" +
                             '\0' + "cover.jpg/";
  CHECK(lister.text() == wanted);
  EQUAL(lister.files(), size_t{3});
}

TEST("a folder that was listed before leaves nothing behind") {
  const Scratch first;
  const Scratch second;
  first.file("a.mp3", 1, 0, 0);
  FolderLister lister("mp3");
  CHECK(lister.list(first.path.c_str(), first.device()));
  CHECK(lister.list(second.path.c_str(), second.device()));
  CHECK(lister.text() == std::string(2, '\0'));
  EQUAL(lister.files(), size_t{0});
}

TEST("times before 1970 are cut as Node cuts them") {
  const Scratch folder;
  folder.file("a.mp3", 1, -2, 500'500'000);
  FolderLister lister("mp3");
  CHECK(lister.list(folder.path.c_str(), folder.device()));
  CHECK(lister.text() == std::string("a.mp3/1/-1499/") + '\0' + '\0');
}

TEST("links to files, odd endings, other devices and what is no folder are for another reader") {
  const Scratch folder;
  FolderLister lister("mp3 mka");
  CHECK(!lister.list(folder.path.c_str(), folder.device() + 1));
  CHECK(!lister.list(folder.in("missing").c_str(), folder.device()));
  folder.file("plain.mp3", 1, 0, 0);
  CHECK(!lister.list(folder.in("plain.mp3").c_str(), folder.device()));
  CHECK(symlink(folder.path.c_str(), folder.in("loop").c_str()) == 0);
  CHECK(lister.list(folder.path.c_str(), folder.device()));
  CHECK(!lister.list(folder.in("loop").c_str(), folder.device()));
  folder.file("a.m\xe2\x84\xaa""a", 1, 0, 0);
  CHECK(!lister.list(folder.path.c_str(), folder.device()));
  CHECK(unlink(folder.in("a.m\xe2\x84\xaa""a").c_str()) == 0);
  CHECK(symlink("plain.mp3", folder.in("link.mp3").c_str()) == 0);
  CHECK(!lister.list(folder.path.c_str(), folder.device()));
}

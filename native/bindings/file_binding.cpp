// What the scan wants to know of files and folders, without the object with four dates that Node makes of each; and
// syncfs(2), which Node does not have.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "bindings.h"
#include "folder_lister.h"

namespace tonearm {
namespace {

// lookAt(path, numbers: Float64Array): whether a regular file is there, links followed; `numbers` gets its size (bytes)
// and when it was written to (Unix milliseconds, the rest cut off). False for everything else: Node tells what it is.
Napi::Value lookAt(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  char path[PATH_MAX];
  struct stat status;
  if (!readPath(info, 0, path) || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
    return Napi::Boolean::New(env, false);
  auto numbers = info[1].As<Napi::Float64Array>();
  numbers[0] = static_cast<double>(status.st_size);
  numbers[1] = static_cast<double>(modifiedMilliseconds(status));
  return Napi::Boolean::New(env, true);
}

// syncFileSystem(folder: string): Promise<undefined>. Resolves when what was written to the file system of a folder, by any
// program, is durable (syncfs(2)). Takes no other right than to read the folder. Rejects with an Error whose `errno` is the
// positive system error.
Napi::Value syncFileSystemOnPool(const Napi::CallbackInfo& info) {
  const auto sync = [](const std::string& folder) -> Failure {
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int error = descriptor < 0 || syncfs(descriptor) != 0 ? errno : 0;
    if (descriptor >= 0) close(descriptor);
    if (error != 0) return {"file system of " + folder + ": " + std::strerror(error), error};
    return {};
  };
  return onPool(info.Env(), "tonearm.sync", std::string(info[0].As<Napi::String>()), sync,
                [](Napi::Env env, const std::string&) { return env.Undefined(); });
}

class FolderListerObject : public Napi::ObjectWrap<FolderListerObject> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "FolderLister", {InstanceMethod<&FolderListerObject::list>("list")});
  }

  // FolderLister(endings: string), as `FolderLister` of the core has them.
  explicit FolderListerObject(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<FolderListerObject>(info), lister_(info[0].As<Napi::String>().Utf8Value()) {}

 private:
  Napi::Value list(const Napi::CallbackInfo& info);

  FolderLister lister_;
};

// list(path, device, numbers: Float64Array): what the core says of a folder, with U+FFFD for bytes that are no UTF-8;
// `numbers` gets its inode and how many files it tells of. Undefined for a folder that is for the reader in TypeScript.
Napi::Value FolderListerObject::list(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  char path[PATH_MAX];
  if (!readPath(info, 0, path) || !lister_.list(path, number(info, 1))) return env.Undefined();
  auto numbers = info[2].As<Napi::Float64Array>();
  numbers[0] = static_cast<double>(lister_.inode());
  numbers[1] = static_cast<double>(lister_.files());
  return Napi::String::New(env, lister_.text());
}

}  // namespace

void exportFiles(Napi::Env env, Napi::Object exports) {
  exports.Set("lookAt", Napi::Function::New(env, lookAt));
  exports.Set("syncFileSystem", Napi::Function::New(env, syncFileSystemOnPool));
  exports.Set("FolderLister", FolderListerObject::define(env));
}

}  // namespace tonearm

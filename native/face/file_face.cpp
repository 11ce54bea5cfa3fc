// lookAt: what the scan wants to know of a file, without the object with four dates that Node makes of it.
#include <limits.h>
#include <sys/stat.h>

#include <cmath>

#include "faces.h"

namespace tonearm {
namespace {

// lookAt(path, numbers: Float64Array): whether a regular file is there, links followed; `numbers` gets its size (bytes)
// and when it was written to (Unix milliseconds, the rest cut off). False for everything else: Node tells what it is.
Napi::Value lookAt(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  char path[PATH_MAX];
  size_t length = 0;
  napi_get_value_string_utf8(env, info[0], path, sizeof path, &length);
  struct stat status;
  // One that fills the memory may have been cut.
  if (length + 1 >= sizeof path || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
    return Napi::Boolean::New(env, false);
  auto numbers = info[1].As<Napi::Float64Array>();
  numbers[0] = static_cast<double>(status.st_size);
  // As Node counts it: before 1970, too.
  numbers[1] = std::trunc(static_cast<double>(status.st_mtim.tv_sec) * 1e3 +
                          static_cast<double>(status.st_mtim.tv_nsec) / 1e6);
  return Napi::Boolean::New(env, true);
}

}  // namespace

void exportFiles(Napi::Env env, Napi::Object exports) { exports.Set("lookAt", Napi::Function::New(env, lookAt)); }

}  // namespace tonearm

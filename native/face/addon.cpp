#include <alsa/asoundlib.h>
#include <malloc.h>

#include "faces.h"

namespace {

// alsa-lib prints its doubts on standard error; the error codes say the same, and the log is ours.
void ignoreAlsaMessage(const char*, int, const char*, int, const char*, ...) {}

// trimMemory(): gives freed memory back to the system, once, after the warm-up.
Napi::Value trimMemory(const Napi::CallbackInfo& info) {
  malloc_trim(0);
  return info.Env().Undefined();
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  snd_lib_error_set_handler(ignoreAlsaMessage);
  tonearm::exportPcm(env, exports);
  tonearm::exportMixer(env, exports);
  tonearm::exportRing(env, exports);
  exports.Set("trimMemory", Napi::Function::New(env, trimMemory));
  return exports;
}

}  // namespace

NODE_API_MODULE(tonearm_native, initialise)

// Entry of the addon: exports every binding and the functions that belong to no object. Thread: the main JavaScript thread.
#include <alsa/asoundlib.h>
#include <malloc.h>

#include "bindings.h"
#include "service_notice.h"

namespace {

// alsa-lib prints its doubts on standard error; the error codes say the same, and the log is ours.
void ignoreAlsaMessage(const char*, int, const char*, int, const char*, ...) {}

// trimMemory(): gives freed memory back to the system, once, after the warm-up.
void trimMemory(const Napi::CallbackInfo&) { malloc_trim(0); }

// sendServiceNotice(socket: string, text: string): 0, or a negative errno.
Napi::Value sendServiceNotice(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(),
                           tonearm::sendServiceNotice(info[0].As<Napi::String>(), info[1].As<Napi::String>()));
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  snd_lib_error_set_handler(ignoreAlsaMessage);
  // One arena for all threads: glibc would give each worker its own, 8 MiB of them resident on a small machine. The
  // audio thread never allocates, so nothing waits for the lock.
  mallopt(M_ARENA_MAX, 1);
  env.SetInstanceData<tonearm::Constructors>(new tonearm::Constructors);
  tonearm::exportCards(env, exports);
  tonearm::exportFiles(env, exports);
  tonearm::exportPcm(env, exports);
  tonearm::exportHardwareMixer(env, exports);
  tonearm::exportPosition(env, exports);
  tonearm::exportRing(env, exports);
  tonearm::exportTags(env, exports);
  exports.Set("sendServiceNotice", Napi::Function::New(env, sendServiceNotice));
  exports.Set("trimMemory", Napi::Function::New(env, trimMemory));
  return exports;
}

}  // namespace

NODE_API_MODULE(tonearm_native, initialise)

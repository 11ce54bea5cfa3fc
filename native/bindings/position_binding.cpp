// The PositionKeeper object: keeps the played position in a file. Thread: the main JavaScript thread.
#include <algorithm>

#include "bindings.h"
#include "position_keeper.h"

namespace tonearm {
namespace {

class PositionKeeperObject : public Napi::ObjectWrap<PositionKeeperObject> {
 public:
  // new PositionKeeper(descriptor: number, everyMilliseconds: number): the file stays open until `close`.
  explicit PositionKeeperObject(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<PositionKeeperObject>(info), keeper_(number(info, 0), number(info, 1)) {
    napi_add_env_cleanup_hook(info.Env(), cleanUp, this);
  }
  ~PositionKeeperObject() override { napi_remove_env_cleanup_hook(Env(), cleanUp, this); }

  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "PositionKeeper",
                       {InstanceMethod<&PositionKeeperObject::follow>("follow"),
                        InstanceMethod<&PositionKeeperObject::rest>("rest"),
                        InstanceMethod<&PositionKeeperObject::close>("close")});
  }

 private:
  // follow(ring: Buffer, clock: {ringRate, ringFrame, most, trackFrame, trackRate}, line: Buffer of 128 bytes, at: number,
  // width: number)
  void follow(const Napi::CallbackInfo& info) {
    const auto memory = info[0].As<Napi::Buffer<uint8_t>>();
    const auto clock = info[1].As<Napi::Object>();
    const auto count = [&clock](const char* name) { return clock.Get(name).As<Napi::Number>().Uint32Value(); };
    PositionLine line{};
    const auto text = info[2].As<Napi::Buffer<char>>();
    std::copy_n(text.Data(), std::min(text.Length(), line.text.size()), line.text.begin());
    line.at = number(info, 3).Uint32Value();
    line.width = number(info, 4).Uint32Value();
    const PlaybackClock played{reinterpret_cast<const RingHeader*>(memory.Data()), count("ringRate"), count("ringFrame"),
                               count("most"), static_cast<uint64_t>(clock.Get("trackFrame").As<Napi::Number>().Int64Value()),
                               count("trackRate")};
    const bool started = keeper_.follow(played, line);
    // The memory that was followed before is looked at no more.
    memory_ = Napi::Persistent(info[0].As<Napi::Object>());
    if (!started) Napi::Error::New(info.Env(), "no thread to keep the position").ThrowAsJavaScriptException();
  }

  void rest(const Napi::CallbackInfo&) {
    keeper_.rest();
    memory_.Reset();
  }

  // close(): waits for a line that is being written. May be called twice.
  void close(const Napi::CallbackInfo&) {
    keeper_.stop();
    memory_.Reset();
  }

  static void cleanUp(void* self) { static_cast<PositionKeeperObject*>(self)->keeper_.stop(); }

  PositionKeeper keeper_;
  Napi::ObjectReference memory_;  // keeps the SharedArrayBuffer alive while it is looked at
};

}  // namespace

void exportPosition(Napi::Env env, Napi::Object exports) { exports.Set("PositionKeeper", PositionKeeperObject::define(env)); }

}  // namespace tonearm

// openMixer and the Mixer object: a card's volume control. Thread: the main JavaScript thread; it is opened on the pool.
#include <poll.h>

#include <cerrno>
#include <cstring>

#include "bindings.h"
#include "hardware_mixer.h"

namespace tonearm {
namespace {

// Tells JavaScript that somebody else has moved a control, from the loop of its own thread: without a thread or a timer.
struct MixerWatch final : LoopCallback<uv_poll_t> {
  // Looks in a row after which the descriptor was still readable: a plugin that never empties it would keep the loop busy.
  static constexpr int kMostIdle = 100;

  Mixer& mixer;
  const int descriptor;
  int idle = 0;

  MixerWatch(Mixer& watched, int polled, Napi::Value moved)
      : LoopCallback(moved), mixer(watched), descriptor(polled) {}

  static void readable(uv_poll_t* handle, int status, int) {
    auto& self = *static_cast<MixerWatch*>(static_cast<LoopCallback*>(handle->data));
    if (self.isClosed) return;
    const int taken = status < 0 ? status : self.mixer.take();
    pollfd again{self.descriptor, POLLIN, 0};
    self.idle = taken == 0 && poll(&again, 1, 0) > 0 ? self.idle + 1 : 0;
    const bool isOver = taken < 0 || self.idle > kMostIdle;
    if (isOver) uv_poll_stop(handle);
    if (taken != 0 || isOver) self.call();
  }
};

class MixerObject : public Napi::ObjectWrap<MixerObject> {
 public:
  explicit MixerObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<MixerObject>(info) {
    mixer_.reset(info[0].As<Napi::External<Mixer>>().Data());
    Napi::Object self = info.This().As<Napi::Object>();
    self.Set("control", mixer_->control());
    self.Set("minimum", static_cast<double>(mixer_->minimum()));
    self.Set("maximum", static_cast<double>(mixer_->maximum()));
  }
  ~MixerObject() override { unwatch(); }

  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "Mixer",
                       {InstanceMethod<&MixerObject::read>("read"), InstanceMethod<&MixerObject::write>("write"),
                        InstanceMethod<&MixerObject::mute>("mute"), InstanceMethod<&MixerObject::decibels>("decibels"),
                        InstanceMethod<&MixerObject::watch>("watch"), InstanceMethod<&MixerObject::close>("close")});
  }

 private:
  // read(): {steps, muted}
  Napi::Value read(const Napi::CallbackInfo& info) {
    MixerLevel level;
    if (!check(info.Env(), mixer_ ? mixer_->read(level) : -ENODEV)) return info.Env().Undefined();
    Napi::Object result = Napi::Object::New(info.Env());
    result.Set("steps", static_cast<double>(level.steps));
    result.Set("muted", level.muted);
    return result;
  }

  // write(steps: number)
  void write(const Napi::CallbackInfo& info) {
    check(info.Env(), mixer_ ? mixer_->write(number(info, 0).Int64Value()) : -ENODEV);
  }

  // mute(on: boolean): without a switch it does nothing.
  void mute(const Napi::CallbackInfo& info) {
    check(info.Env(), mixer_ ? mixer_->mute(info[0].As<Napi::Boolean>()) : -ENODEV);
  }

  // decibels(steps: number): number | undefined
  Napi::Value decibels(const Napi::CallbackInfo& info) {
    long hundredths = 0;
    if (!mixer_ || !mixer_->decibels(number(info, 0).Int64Value(), hundredths)) return info.Env().Undefined();
    return Napi::Number::New(info.Env(), static_cast<double>(hundredths) / 100.0);
  }

  // watch(moved: () => void): calls it until close(), and a last time when the card goes. Once.
  void watch(const Napi::CallbackInfo& info) {
    Napi::Env env = info.Env();
    const int descriptor = mixer_ ? mixer_->descriptor() : -ENODEV;
    if (!check(env, descriptor)) return;
    auto watch = std::make_unique<MixerWatch>(*mixer_, descriptor, info[0]);
    if (!check(env, uv_poll_init(loopOf(env), &watch->handle, descriptor))) return;
    watch->unref();
    watch_ = watch.release();
    napi_add_env_cleanup_hook(env, cleanUp, this);
    check(env, uv_poll_start(&watch_->handle, UV_READABLE, MixerWatch::readable));
  }

  // close(): may be called twice; every other call throws afterwards.
  void close(const Napi::CallbackInfo&) {
    unwatch();
    mixer_.reset();
  }

  static void cleanUp(void* self) { static_cast<MixerObject*>(self)->unwatch(); }

  void unwatch() {
    if (watch_ == nullptr) return;
    napi_remove_env_cleanup_hook(Env(), cleanUp, this);
    watch_->close();
    watch_ = nullptr;
  }

  static bool check(Napi::Env env, int result) {
    if (result >= 0) return true;
    errorOf(env, {std::string("mixer: ") + std::strerror(-result), -result}).ThrowAsJavaScriptException();
    return false;
  }

  std::unique_ptr<Mixer> mixer_;
  MixerWatch* watch_ = nullptr;  // what is closed is freed by the loop
};

struct Opening {
  std::string card, control;
  std::unique_ptr<Mixer> mixer;
};

// openMixer(card: string, control: string): Promise<Mixer>. Rejects where there is no such control. The mixer of a
// Bluetooth speaker is behind the message bus: opening it waits for a service, for half a minute where that hangs.
Napi::Value openMixer(const Napi::CallbackInfo& info) {
  const auto open = [](Opening& opening) -> Failure {
    Failure failure;
    opening.mixer = Mixer::open(opening.card, opening.control, failure.text);
    return failure;
  };
  Opening opening{info[0].As<Napi::String>(), info[1].As<Napi::String>(), nullptr};
  return onPool(info.Env(), "tonearm.mixer", std::move(opening), open, [](Napi::Env env, Opening& opened) {
    auto& constructor = env.GetInstanceData<Constructors>()->mixer;
    return constructor.New({Napi::External<Mixer>::New(env, opened.mixer.release())});
  });
}

}  // namespace

void exportHardwareMixer(Napi::Env env, Napi::Object exports) {
  env.GetInstanceData<Constructors>()->mixer = Napi::Persistent(MixerObject::define(env));
  exports.Set("openMixer", Napi::Function::New(env, openMixer));
}

}  // namespace tonearm

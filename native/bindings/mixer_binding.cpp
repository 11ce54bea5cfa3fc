// openMixer and the Mixer object: a card's volume control. Thread: the main JavaScript thread; it is opened on the pool.
#include <poll.h>
#include <uv.h>

#include "bindings.h"
#include "mixer.h"
#include "question.h"

#include <cerrno>
#include <cstring>

namespace tonearm {
namespace {

// Tells JavaScript that somebody else has moved a control, from the loop of its own thread: without a thread or a timer.
struct MixerWatch {
  // Looks in a row after which the descriptor was still readable: a plugin that never empties it would keep the loop busy.
  static constexpr int kMostIdle = 100;

  uv_poll_t handle{};
  Mixer* mixer = nullptr;
  int descriptor = -1;
  Napi::FunctionReference moved;
  int idle = 0;
  bool closed = false;

  static void readable(uv_poll_t* handle, int status, int) {
    auto* self = static_cast<MixerWatch*>(handle->data);
    if (self->closed) return;
    const int taken = status < 0 ? status : self->mixer->take();
    pollfd again{self->descriptor, POLLIN, 0};
    self->idle = taken == 0 && poll(&again, 1, 0) > 0 ? self->idle + 1 : 0;
    const bool isOver = taken < 0 || self->idle > kMostIdle;
    if (isOver) uv_poll_stop(handle);
    if (taken == 0 && !isOver) return;
    Napi::Env env = self->moved.Env();
    Napi::HandleScope scope(env);
    self->moved.MakeCallback(env.Global(), {});  // which may close the mixer
  }
  static void finished(uv_handle_t* handle) { delete static_cast<MixerWatch*>(handle->data); }

  void close() {
    if (closed) return;
    closed = true;
    moved.Reset();
    uv_close(reinterpret_cast<uv_handle_t*>(&handle), finished);
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
  Napi::Value write(const Napi::CallbackInfo& info) {
    check(info.Env(), mixer_ ? mixer_->write(static_cast<long>(info[0].As<Napi::Number>().Int64Value())) : -ENODEV);
    return info.Env().Undefined();
  }

  // mute(on: boolean): without a switch it does nothing.
  Napi::Value mute(const Napi::CallbackInfo& info) {
    check(info.Env(), mixer_ ? mixer_->mute(info[0].As<Napi::Boolean>().Value()) : -ENODEV);
    return info.Env().Undefined();
  }

  // decibels(steps: number): number | undefined
  Napi::Value decibels(const Napi::CallbackInfo& info) {
    long hundredths = 0;
    if (!mixer_ || !mixer_->decibels(static_cast<long>(info[0].As<Napi::Number>().Int64Value()), hundredths)) {
      return info.Env().Undefined();
    }
    return Napi::Number::New(info.Env(), static_cast<double>(hundredths) / 100.0);
  }

  // watch(moved: () => void): calls it until close(), and a last time when the card goes. Once.
  Napi::Value watch(const Napi::CallbackInfo& info) {
    Napi::Env env = info.Env();
    const int descriptor = mixer_ ? mixer_->descriptor() : -ENODEV;
    if (!check(env, descriptor)) return env.Undefined();
    uv_loop_t* loop = nullptr;
    napi_get_uv_event_loop(env, &loop);
    auto watch = std::make_unique<MixerWatch>();
    if (!check(env, uv_poll_init(loop, &watch->handle, descriptor))) return env.Undefined();
    watch->handle.data = watch.get();
    watch->mixer = mixer_.get();
    watch->descriptor = descriptor;
    watch->moved = Napi::Persistent(info[0].As<Napi::Function>());
    uv_unref(reinterpret_cast<uv_handle_t*>(&watch->handle));
    watch_ = watch.release();
    napi_add_env_cleanup_hook(env, cleanUp, this);
    check(env, uv_poll_start(&watch_->handle, UV_READABLE, MixerWatch::readable));
    return env.Undefined();
  }

  // close(): may be called twice; every other call throws afterwards.
  Napi::Value close(const Napi::CallbackInfo& info) {
    unwatch();
    mixer_.reset();
    return info.Env().Undefined();
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
    Napi::Error error = Napi::Error::New(env, std::string("mixer: ") + std::strerror(-result));
    error.Set("errno", Napi::Number::New(env, -result));
    error.ThrowAsJavaScriptException();
    return false;
  }

  std::unique_ptr<Mixer> mixer_;
  MixerWatch* watch_ = nullptr;  // what is closed is freed by the loop
};

// The mixer of a Bluetooth speaker is behind the message bus: opening it waits for a service, for half a minute where that
// hangs.
class Opening final : public Question {
 public:
  Opening(Napi::Env env, std::string card, std::string control)
      : Question(env, "tonearm.mixer"), card_(std::move(card)), control_(std::move(control)) {}

  void Execute() override {
    std::string error;
    mixer_ = Mixer::open(card_, control_, error);
    if (!mixer_) fail(error);
  }

 protected:
  Napi::Value answer() override {
    auto& constructor = Env().GetInstanceData<Constructors>()->mixer;
    return constructor.New({Napi::External<Mixer>::New(Env(), mixer_.release())});
  }

 private:
  std::string card_, control_;
  std::unique_ptr<Mixer> mixer_;
};

// openMixer(card: string, control: string): Promise<Mixer>. Rejects where there is no such control.
Napi::Value openMixer(const Napi::CallbackInfo& info) {
  return asked(new Opening(info.Env(), info[0].As<Napi::String>(), info[1].As<Napi::String>()));
}

}  // namespace

void exportMixer(Napi::Env env, Napi::Object exports) {
  env.GetInstanceData<Constructors>()->mixer = Napi::Persistent(MixerObject::define(env));
  exports.Set("openMixer", Napi::Function::New(env, openMixer));
}

}  // namespace tonearm

// openMixer and the Mixer object: a card's volume control. Thread: the main JavaScript thread.
#include "faces.h"
#include "mixer.h"

#include <cerrno>
#include <cstring>

namespace tonearm {
namespace {

class MixerObject : public Napi::ObjectWrap<MixerObject> {
 public:
  // new MixerObject(card: string, control: string): throws when there is no such control.
  explicit MixerObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<MixerObject>(info) {
    std::string error;
    mixer_ = Mixer::open(info[0].As<Napi::String>(), info[1].As<Napi::String>(), error);
    if (!mixer_) {
      Napi::Error::New(info.Env(), error).ThrowAsJavaScriptException();
      return;
    }
    Napi::Object self = info.This().As<Napi::Object>();
    self.Set("control", mixer_->control());
    self.Set("minimum", static_cast<double>(mixer_->minimum()));
    self.Set("maximum", static_cast<double>(mixer_->maximum()));
  }

  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "Mixer",
                       {InstanceMethod<&MixerObject::read>("read"), InstanceMethod<&MixerObject::write>("write"),
                        InstanceMethod<&MixerObject::mute>("mute"), InstanceMethod<&MixerObject::decibels>("decibels"),
                        InstanceMethod<&MixerObject::close>("close")});
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

  // close(): may be called twice; every other call throws afterwards.
  Napi::Value close(const Napi::CallbackInfo& info) {
    mixer_.reset();
    return info.Env().Undefined();
  }

  static bool check(Napi::Env env, int result) {
    if (result >= 0) return true;
    Napi::Error error = Napi::Error::New(env, std::string("mixer: ") + std::strerror(-result));
    error.Set("errno", Napi::Number::New(env, -result));
    error.ThrowAsJavaScriptException();
    return false;
  }

  std::unique_ptr<Mixer> mixer_;
};

}  // namespace

void exportMixer(Napi::Env env, Napi::Object exports) { exports.Set("Mixer", MixerObject::define(env)); }

}  // namespace tonearm

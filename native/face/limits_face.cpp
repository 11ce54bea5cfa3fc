// readPcmLimits and readMixer: what a device takes and what its volume control is, looked at on a thread of the pool.
#include <cerrno>
#include <cstring>

#include "faces.h"
#include "mixer.h"
#include "pcm_limits.h"

namespace tonearm {
namespace {

// A question with one answer; `fail` with an errno, or 0 for none, rejects.
class Question : public Napi::AsyncWorker {
 public:
  explicit Question(Napi::Env env) : Napi::AsyncWorker(env, "tonearm.limits"), deferred_(env) {}
  Napi::Promise promise() const { return deferred_.Promise(); }

  void OnOK() override {
    if (text_.empty()) {
      deferred_.Resolve(answer());
      return;
    }
    Napi::Error error = Napi::Error::New(Env(), text_);
    if (errno_ != 0) error.Set("errno", Napi::Number::New(Env(), errno_));
    deferred_.Reject(error.Value());
  }

 protected:
  virtual Napi::Value answer() const = 0;
  void fail(const std::string& text, int error = 0) {
    text_ = text;
    errno_ = error;
  }

 private:
  Napi::Promise::Deferred deferred_;
  std::string text_;
  int errno_ = 0;
};

class LimitsQuestion final : public Question {
 public:
  LimitsQuestion(Napi::Env env, std::string device, std::vector<unsigned> rates)
      : Question(env), device_(std::move(device)), rates_(std::move(rates)) {}

  void Execute() override {
    const int error = readPcmLimits(device_, rates_, limits_);
    if (error < 0) fail("PCM " + device_ + ": " + std::strerror(-error), -error);
  }

 protected:
  Napi::Value answer() const override {
    Napi::Object result = Napi::Object::New(Env());
    result.Set("formats", listOf(limits_.formats));
    result.Set("rates", listOf(limits_.rates));
    result.Set("channels", listOf(limits_.channels));
    return result;
  }

 private:
  template <typename Value>
  Napi::Array listOf(const std::vector<Value>& values) const {
    auto list = Napi::Array::New(Env(), values.size());
    for (uint32_t i = 0; i < list.Length(); i++) list.Set(i, values[i]);
    return list;
  }

  std::string device_;
  std::vector<unsigned> rates_;
  PcmLimits limits_;
};

class MixerQuestion final : public Question {
 public:
  MixerQuestion(Napi::Env env, std::string card, std::string control)
      : Question(env), card_(std::move(card)), wanted_(std::move(control)) {}

  void Execute() override {
    std::string error;
    const auto mixer = Mixer::open(card_, wanted_, error);
    if (!mixer) {
      fail(error);
      return;
    }
    control_ = mixer->control();
    minimum_ = mixer->minimum();
    maximum_ = mixer->maximum();
  }

 protected:
  Napi::Value answer() const override {
    Napi::Object result = Napi::Object::New(Env());
    result.Set("control", control_);
    result.Set("minimum", static_cast<double>(minimum_));
    result.Set("maximum", static_cast<double>(maximum_));
    return result;
  }

 private:
  std::string card_, wanted_, control_;
  long minimum_ = 0, maximum_ = 0;
};

Napi::Value asked(Question* question) {
  const Napi::Promise promise = question->promise();
  question->Queue();
  return promise;
}

// readPcmLimits(device: string, rates: number[]): Promise<{formats, rates, channels}>. Rejects with an Error whose `errno`
// is the positive system error.
Napi::Value readPcmLimitsFace(const Napi::CallbackInfo& info) {
  const auto given = info[1].As<Napi::Array>();
  std::vector<unsigned> rates;
  for (uint32_t i = 0; i < given.Length(); i++) rates.push_back(given.Get(i).As<Napi::Number>().Uint32Value());
  return asked(new LimitsQuestion(info.Env(), info[0].As<Napi::String>(), std::move(rates)));
}

// readMixer(card: string, control: string): Promise<{control, minimum, maximum}>. Rejects where there is no such control.
Napi::Value readMixerFace(const Napi::CallbackInfo& info) {
  return asked(new MixerQuestion(info.Env(), info[0].As<Napi::String>(), info[1].As<Napi::String>()));
}

}  // namespace

void exportLimits(Napi::Env env, Napi::Object exports) {
  exports.Set("readPcmLimits", Napi::Function::New(env, readPcmLimitsFace));
  exports.Set("readMixer", Napi::Function::New(env, readMixerFace));
}

}  // namespace tonearm

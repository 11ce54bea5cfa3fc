// readPcmLimits: what a device takes, looked at on a thread of the pool.
#include <cerrno>
#include <cstring>

#include "bindings.h"
#include "pcm_limits.h"
#include "question.h"

namespace tonearm {
namespace {

class LimitsQuestion final : public Question {
 public:
  LimitsQuestion(Napi::Env env, std::string device, std::vector<unsigned> rates)
      : Question(env, "tonearm.limits"), device_(std::move(device)), rates_(std::move(rates)) {}

  void Execute() override {
    const int error = readPcmLimits(device_, rates_, limits_);
    if (error < 0) fail("PCM " + device_ + ": " + std::strerror(-error), -error);
  }

 protected:
  Napi::Value answer() override {
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

// readPcmLimits(device: string, rates: number[]): Promise<{formats, rates, channels}>. Rejects with an Error whose `errno`
// is the positive system error.
Napi::Value readPcmLimitsFace(const Napi::CallbackInfo& info) {
  const auto given = info[1].As<Napi::Array>();
  std::vector<unsigned> rates;
  for (uint32_t i = 0; i < given.Length(); i++) rates.push_back(given.Get(i).As<Napi::Number>().Uint32Value());
  return asked(new LimitsQuestion(info.Env(), info[0].As<Napi::String>(), std::move(rates)));
}

}  // namespace

void exportLimits(Napi::Env env, Napi::Object exports) {
  exports.Set("readPcmLimits", Napi::Function::New(env, readPcmLimitsFace));
}

}  // namespace tonearm

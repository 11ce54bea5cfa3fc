// listCards and readPcmLimits: the sound cards and what they take, looked at on a thread of the pool.
#include <cstring>

#include "bindings.h"
#include "card_list.h"
#include "pcm_limits.h"

namespace tonearm {
namespace {

Napi::Object described(Napi::Env env, const Card& card) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("number", card.number);
  object.Set("id", card.id);
  object.Set("driver", card.driver);
  object.Set("name", card.name);
  object.Set("longName", card.longName);
  object.Set("components", card.components);
  object.Set("pcms", arrayOf(env, card.pcms, [env](const CardPcm& pcm) {
               Napi::Object device = Napi::Object::New(env);
               device.Set("number", pcm.number);
               device.Set("id", pcm.id);
               device.Set("name", pcm.name);
               return device;
             }));
  return object;
}

// listCards(): Promise<{cards, standard, isStandardOwn}>. Never rejects: where there is no ALSA there are no cards.
Napi::Value listCardsOnPool(const Napi::CallbackInfo& info) {
  const auto list = [](CardList& cards) -> Failure {
    cards = listCards();
    return {};
  };
  return onPool(info.Env(), "tonearm.cards", CardList(), list, [](Napi::Env env, const CardList& cards) {
    Napi::Object result = Napi::Object::New(env);
    result.Set("cards", arrayOf(env, cards.cards, [env](const Card& card) { return described(env, card); }));
    result.Set("standard", cards.standard);
    result.Set("isStandardOwn", cards.isStandardOwn);
    return result;
  });
}

struct LimitsQuestion {
  std::string device;
  std::vector<unsigned> rates;
  PcmLimits limits;
};

// readPcmLimits(device: string, rates: number[]): Promise<{formats, rates, channels}>. Rejects with an Error whose `errno`
// is the positive system error.
Napi::Value readPcmLimitsOnPool(const Napi::CallbackInfo& info) {
  const auto read = [](LimitsQuestion& asked) -> Failure {
    const int error = readPcmLimits(asked.device, asked.rates, asked.limits);
    if (error < 0) return {"PCM " + asked.device + ": " + std::strerror(-error), -error};
    return {};
  };
  LimitsQuestion question{info[0].As<Napi::String>(), vectorOf<unsigned>(info[1]), {}};
  return onPool(info.Env(), "tonearm.limits", std::move(question), read, [](Napi::Env env, LimitsQuestion& asked) {
    Napi::Object result = Napi::Object::New(env);
    result.Set("formats", arrayOf(env, asked.limits.formats));
    result.Set("rates", arrayOf(env, asked.limits.rates));
    result.Set("channels", arrayOf(env, asked.limits.channels));
    return result;
  });
}

}  // namespace

void exportCards(Napi::Env env, Napi::Object exports) {
  exports.Set("listCards", Napi::Function::New(env, listCardsOnPool));
  exports.Set("readPcmLimits", Napi::Function::New(env, readPcmLimitsOnPool));
}

}  // namespace tonearm

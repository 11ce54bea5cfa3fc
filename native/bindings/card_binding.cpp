// listCards: the sound cards, looked at on a thread of the pool.
#include "card_list.h"
#include "bindings.h"

namespace tonearm {
namespace {

class Listing : public Napi::AsyncWorker {
 public:
  explicit Listing(Napi::Env env) : Napi::AsyncWorker(env, "tonearm.cards"), deferred_(env) {}
  Napi::Promise promise() const { return deferred_.Promise(); }

  void Execute() override { list_ = listCards(); }

  void OnOK() override {
    Napi::Env env = Env();
    auto cards = Napi::Array::New(env, list_.cards.size());
    for (uint32_t i = 0; i < cards.Length(); i++) cards.Set(i, described(list_.cards[i]));
    Napi::Object result = Napi::Object::New(env);
    result.Set("cards", cards);
    result.Set("standard", list_.standard);
    result.Set("isStandardOwn", list_.isStandardOwn);
    deferred_.Resolve(result);
  }

 private:
  Napi::Object described(const Card& card) const {
    Napi::Env env = Env();
    auto pcms = Napi::Array::New(env, card.pcms.size());
    for (uint32_t i = 0; i < pcms.Length(); i++) {
      Napi::Object pcm = Napi::Object::New(env);
      pcm.Set("number", card.pcms[i].number);
      pcm.Set("id", card.pcms[i].id);
      pcm.Set("name", card.pcms[i].name);
      pcms.Set(i, pcm);
    }
    Napi::Object object = Napi::Object::New(env);
    object.Set("number", card.number);
    object.Set("id", card.id);
    object.Set("driver", card.driver);
    object.Set("name", card.name);
    object.Set("longName", card.longName);
    object.Set("components", card.components);
    object.Set("pcms", pcms);
    return object;
  }

  Napi::Promise::Deferred deferred_;
  CardList list_;
};

// listCards(): Promise<{cards, standard, isStandardOwn}>. Never rejects: where there is no ALSA there are no cards.
Napi::Value listCardsFace(const Napi::CallbackInfo& info) {
  auto* listing = new Listing(info.Env());
  const Napi::Promise promise = listing->promise();
  listing->Queue();
  return promise;
}

}  // namespace

void exportCards(Napi::Env env, Napi::Object exports) {
  exports.Set("listCards", Napi::Function::New(env, listCardsFace));
}

}  // namespace tonearm

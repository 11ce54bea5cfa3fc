// The worker's lines and its sound chain as JavaScript objects. Thread: the decoder worker's JavaScript thread.
#pragma once

#include <optional>

#include "dsp/mix.h"
#include "bindings.h"

namespace tonearm {

class LineObject : public Napi::ObjectWrap<LineObject> {
 public:
  explicit LineObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<LineObject>(info) {}
  static Napi::Function define(Napi::Env env);
  Line& line() { return line_; }

 private:
  Napi::Value open(const Napi::CallbackInfo& info);
  Napi::Value feed(const Napi::CallbackInfo& info);
  Napi::Value finish(const Napi::CallbackInfo& info);
  Napi::Value close(const Napi::CallbackInfo& info);
  Napi::Value waiting(Napi::Env env);

  Line line_;
};

class SoundChainObject : public Napi::ObjectWrap<SoundChainObject> {
 public:
  explicit SoundChainObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<SoundChainObject>(info) {}
  static Napi::Function define(Napi::Env env);
  // Null while nothing is switched on.
  SoundChain* chain() { return chain_ ? &*chain_ : nullptr; }

 private:
  Napi::Value set(const Napi::CallbackInfo& info);
  Napi::Value clear(const Napi::CallbackInfo& info);

  std::optional<SoundChain> chain_;
};

}  // namespace tonearm

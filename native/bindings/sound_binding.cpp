#include "sound_binding.h"

namespace tonearm {

Napi::Function LineObject::define(Napi::Env env) {
  return DefineClass(env, "Line",
                     {InstanceMethod<&LineObject::open>("open"), InstanceMethod<&LineObject::feed>("feed"),
                      InstanceMethod<&LineObject::finish>("finish"), InstanceMethod<&LineObject::close>("close")});
}

Napi::Value LineObject::waiting(Napi::Env env) { return Napi::Number::New(env, line_.waiting().size()); }

// open(from: rate, to: rate): throws when there is no memory.
Napi::Value LineObject::open(const Napi::CallbackInfo& info) {
  if (!line_.open(info[0].As<Napi::Number>().Uint32Value(), info[1].As<Napi::Number>().Uint32Value())) {
    Napi::Error::New(info.Env(), "resampler: out of memory").ThrowAsJavaScriptException();
  }
  return info.Env().Undefined();
}

// feed(samples: Float32Array | Int32Array, left: element index, right: element index, frames, gain): frames that wait.
Napi::Value LineObject::feed(const Napi::CallbackInfo& info) {
  const auto samples = info[0].As<Napi::TypedArray>();
  const uint32_t left = info[1].As<Napi::Number>().Uint32Value(), right = info[2].As<Napi::Number>().Uint32Value();
  const uint32_t frames = info[3].As<Napi::Number>().Uint32Value();
  const float gain = info[4].As<Napi::Number>().FloatValue();
  if (samples.TypedArrayType() == napi_int32_array) {
    const int32_t* base = samples.As<Napi::Int32Array>().Data();
    line_.feed(base + left, base + right, frames, gain);
  } else {
    const float* base = samples.As<Napi::Float32Array>().Data();
    line_.feed(base + left, base + right, frames, gain);
  }
  return waiting(info.Env());
}

// finish(): frames that wait.
Napi::Value LineObject::finish(const Napi::CallbackInfo& info) {
  line_.finish();
  return waiting(info.Env());
}

Napi::Value LineObject::close(const Napi::CallbackInfo& info) {
  line_.close();
  return info.Env().Undefined();
}

Napi::Function SoundChainObject::define(Napi::Env env) {
  return DefineClass(env, "SoundChain",
                     {InstanceMethod<&SoundChainObject::set>("set"), InstanceMethod<&SoundChainObject::clear>("clear")});
}

// set(rate, values: Float64Array): in the order of src/dsp/chain-values.ts, of which this is the mirror.
Napi::Value SoundChainObject::set(const Napi::CallbackInfo& info) {
  const double rate = info[0].As<Napi::Number>().DoubleValue();
  const double* value = info[1].As<Napi::Float64Array>().Data();
  SoundParameters p;
  p.channels = static_cast<Channels>(static_cast<uint8_t>(*value++));
  for (double* member : {&p.balance, &p.stereoWidth, &p.bass, &p.treble, &p.bassCutoff, &p.trebleCutoff}) {
    *member = *value++;
  }
  p.equaliser = *value++ != 0;
  p.precut = *value++;
  for (Band& band : p.bands) {
    for (double* member : {&band.cutoff, &band.q, &band.gain}) *member = *value++;
  }
  p.crossfeed.kind = static_cast<CrossfeedKind>(static_cast<uint8_t>(*value++));
  CrossfeedParameters& c = p.crossfeed;
  for (double* member : {&c.directGain, &c.crossGain, &c.highAttenuation, &c.highCutoff}) *member = *value++;
  chain_.reset();
  chain_.emplace(p, rate);
  return info.Env().Undefined();
}

Napi::Value SoundChainObject::clear(const Napi::CallbackInfo& info) {
  chain_.reset();
  return info.Env().Undefined();
}

void exportSound(Napi::Env env, Napi::Object exports) {
  exports.Set("Line", LineObject::define(env));
  exports.Set("SoundChain", SoundChainObject::define(env));
}

}  // namespace tonearm

// RingProducer: the worker's end of the ring. Thread: the decoder worker's JavaScript thread.
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>

#include "bindings.h"
#include "ring.h"
#include "sample_format.h"
#include "sound_binding.h"

namespace tonearm {
namespace {

class RingProducer : public Napi::ObjectWrap<RingProducer> {
 public:
  // new RingProducer(ring: Buffer over the SharedArrayBuffer, format: number). The caller keeps the SharedArrayBuffer as
  // long as this object: a reference from here would outlive both, for a worker that never idles finalises nothing.
  explicit RingProducer(const Napi::CallbackInfo& info) : Napi::ObjectWrap<RingProducer>(info) {
    auto memory = info[0].As<Napi::Buffer<uint8_t>>();
    format_ = static_cast<SampleFormat>(info[1].As<Napi::Number>().Uint32Value());
    ring_ = Ring::over(memory.Data(), memory.ByteLength(), bytesPerSample(format_) * kChannels);
  }

  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "RingProducer", {InstanceMethod<&RingProducer::push>("push"), InstanceMethod<&RingProducer::mix>("mix")});
  }

 private:
  // push(samples: Float32Array | Int32Array, left: element index, right: element index, frames, dither: boolean):
  // converts two runs to the device's format at `head` and publishes them. The caller has made sure that there is room.
  Napi::Value push(const Napi::CallbackInfo& info) {
    const auto samples = info[0].As<Napi::TypedArray>();
    if (samples.TypedArrayType() == napi_int32_array) {
      pushFrom(samples.As<Napi::Int32Array>().Data(), info);
    } else {
      pushFrom(samples.As<Napi::Float32Array>().Data(), info);
    }
    return info.Env().Undefined();
  }

  template <typename Sample>
  void pushFrom(const Sample* base, const Napi::CallbackInfo& info) {
    const Sample* left = base + info[1].As<Napi::Number>().Uint32Value();
    const Sample* right = base + info[2].As<Napi::Number>().Uint32Value();
    uint32_t frames = info[3].As<Napi::Number>().Uint32Value();
    Dither* dither = info[4].As<Napi::Boolean>().Value() ? &dither_ : nullptr;
    uint32_t head = ring_.header->head.load(std::memory_order_relaxed);
    while (frames != 0) {
      const uint32_t count = std::min(frames, ring_.untilWrap(head));
      interleave(format_, left, right, count, ring_.at(head), dither);
      left += count;
      right += count;
      head += count;
      frames -= count;
    }
    ring_.header->head.store(head);
  }

  // mix(frames, chain: SoundChain, dither: boolean, line: Line, from: gain, to: gain, second?: Line, from, to): sends
  // that many frames of one line or two through the chain into the ring. They wait there, and there is room.
  Napi::Value mix(const Napi::CallbackInfo& info) {
    uint32_t frames = info[0].As<Napi::Number>().Uint32Value();
    const uint32_t all = frames;
    SoundChain* chain = SoundChainObject::Unwrap(info[1].As<Napi::Object>())->chain();
    Dither* dither = info[2].As<Napi::Boolean>().Value() ? &dither_ : nullptr;
    const MixInput first = inputOf(info, 3), second = inputOf(info, 6);
    uint32_t head = ring_.header->head.load(std::memory_order_relaxed);
    while (frames != 0) {
      const uint32_t count = std::min({frames, ring_.untilWrap(head), kMixFrames});
      const uint32_t done = all - frames;
      tonearm::mix(part(first, done, count, all), part(second, done, count, all), chain, mixed_[0], mixed_[1], count);
      interleave(format_, mixed_[0], mixed_[1], count, ring_.at(head), dither);
      head += count;
      frames -= count;
    }
    ring_.header->head.store(head);
    return info.Env().Undefined();
  }

  static MixInput inputOf(const Napi::CallbackInfo& info, size_t at) {
    if (info.Length() <= at || !info[at].IsObject()) return {};
    return {&LineObject::Unwrap(info[at].As<Napi::Object>())->line(), info[at + 1].As<Napi::Number>().DoubleValue(),
            info[at + 2].As<Napi::Number>().DoubleValue()};
  }

  // The piece of a ramp over `all` frames that begins behind `done` of them.
  static MixInput part(const MixInput& input, uint32_t done, uint32_t count, uint32_t all) {
    const double step = (input.to - input.from) / all;
    return {input.line, input.from + step * done, input.from + step * (done + count)};
  }

  static constexpr uint32_t kMixFrames = 1024;

  Ring ring_{};
  SampleFormat format_ = SampleFormat::S16;
  Dither dither_;
  float mixed_[2][kMixFrames];
};

// createEventFd(): number. Lives as long as the process, so that a late kick can never hit a descriptor of another.
Napi::Value createEventFd(const Napi::CallbackInfo& info) {
  const int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor < 0) {
    Napi::Error::New(info.Env(), "eventfd: no descriptor left").ThrowAsJavaScriptException();
    return info.Env().Undefined();
  }
  return Napi::Number::New(info.Env(), descriptor);
}

// kick(eventFd: number): wakes the writer thread. Any JavaScript thread.
Napi::Value kick(const Napi::CallbackInfo& info) {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(info[0].As<Napi::Number>().Int32Value(), &one, sizeof one);
  return info.Env().Undefined();
}

}  // namespace

void exportRing(Napi::Env env, Napi::Object exports) {
  exports.Set("RingProducer", RingProducer::define(env));
  exports.Set("createEventFd", Napi::Function::New(env, createEventFd));
  exports.Set("kick", Napi::Function::New(env, kick));
}

}  // namespace tonearm

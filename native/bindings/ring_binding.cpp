// The worker's end of the ring, its lines and its sound chain. Thread: the decoder worker's JavaScript thread; `createEventFd`
// and `kick` are for any.
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "bindings.h"
#include "dsp/mix.h"
#include "ring.h"
#include "sample_format.h"

namespace tonearm {
namespace {

// Calls `use(left, right)` with two runs of an array: info[at] is a Float32Array or Int32Array, the two element indices
// follow it.
template <typename Use>
void withRuns(const Napi::CallbackInfo& info, size_t at, Use use) {
  const auto samples = info[at].As<Napi::TypedArray>();
  const uint32_t left = number(info, at + 1), right = number(info, at + 2);
  if (samples.TypedArrayType() == napi_int32_array) {
    const int32_t* base = samples.As<Napi::Int32Array>().Data();
    use(base + left, base + right);
  } else {
    const float* base = samples.As<Napi::Float32Array>().Data();
    use(base + left, base + right);
  }
}

class LineObject : public Napi::ObjectWrap<LineObject> {
 public:
  explicit LineObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<LineObject>(info) {}
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "Line",
                       {InstanceMethod<&LineObject::open>("open"), InstanceMethod<&LineObject::feed>("feed"),
                        InstanceMethod<&LineObject::finish>("finish"), InstanceMethod<&LineObject::close>("close")});
  }
  Line& line() { return line_; }

 private:
  // open(from: rate, to: rate): throws when there is no memory.
  void open(const Napi::CallbackInfo& info) {
    if (line_.open(number(info, 0), number(info, 1))) return;
    Napi::Error::New(info.Env(), "resampler: out of memory").ThrowAsJavaScriptException();
  }

  // feed(samples: Float32Array | Int32Array, left: element index, right: element index, frames, gain): frames that wait.
  Napi::Value feed(const Napi::CallbackInfo& info) {
    const uint32_t frames = number(info, 3);
    const float gain = number(info, 4);
    withRuns(info, 0, [&](const auto* left, const auto* right) { line_.feed(left, right, frames, gain); });
    return waiting(info.Env());
  }

  // finish(): frames that wait.
  Napi::Value finish(const Napi::CallbackInfo& info) {
    line_.finish();
    return waiting(info.Env());
  }

  void close(const Napi::CallbackInfo&) { line_.close(); }

  Napi::Value waiting(Napi::Env env) { return Napi::Number::New(env, line_.waiting().size()); }

  Line line_;
};

class SoundChainObject : public Napi::ObjectWrap<SoundChainObject> {
 public:
  explicit SoundChainObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<SoundChainObject>(info) {}
  static Napi::Function define(Napi::Env env) {
    return DefineClass(
        env, "SoundChain",
        {InstanceMethod<&SoundChainObject::set>("set"), InstanceMethod<&SoundChainObject::clear>("clear")});
  }
  // Null while nothing is switched on.
  SoundChain* chain() { return chain_ ? &*chain_ : nullptr; }

 private:
  // set(rate, values: Float64Array): in the order of src/dsp/chain-values.ts, of which this is the mirror.
  void set(const Napi::CallbackInfo& info) {
    const double rate = number(info, 0);
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
  }

  void clear(const Napi::CallbackInfo&) { chain_.reset(); }

  std::optional<SoundChain> chain_;
};

class RingProducer : public Napi::ObjectWrap<RingProducer> {
 public:
  // new RingProducer(ring: Buffer over the SharedArrayBuffer, format: number). The caller keeps the SharedArrayBuffer as
  // long as this object: a reference from here would outlive both, for a worker that never idles finalises nothing.
  explicit RingProducer(const Napi::CallbackInfo& info) : Napi::ObjectWrap<RingProducer>(info) {
    auto memory = info[0].As<Napi::Buffer<uint8_t>>();
    format_ = static_cast<SampleFormat>(number(info, 1).Uint32Value());
    ring_ = Ring::over(memory.Data(), memory.ByteLength(), bytesPerSample(format_) * kChannels);
  }

  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "RingProducer",
                       {InstanceMethod<&RingProducer::push>("push"), InstanceMethod<&RingProducer::mix>("mix")});
  }

 private:
  // push(samples: Float32Array | Int32Array, left: element index, right: element index, frames, dither: boolean):
  // converts two runs to the device's format at `head` and publishes them. The caller has made sure that there is room.
  void push(const Napi::CallbackInfo& info) {
    const uint32_t all = number(info, 3);
    Dither* dither = info[4].As<Napi::Boolean>() ? &dither_ : nullptr;
    withRuns(info, 0, [&](const auto* left, const auto* right) {
      publish(all, all, [&](uint32_t done, uint32_t count, uint8_t* out) {
        interleave(format_, left + done, right + done, count, out, dither);
      });
    });
  }

  // mix(frames, chain: SoundChain, dither: boolean, line: Line, from: gain, to: gain, second?: Line, from, to): sends
  // that many frames of one line or two through the chain into the ring. They wait there, and there is room.
  void mix(const Napi::CallbackInfo& info) {
    const uint32_t all = number(info, 0);
    SoundChain* chain = SoundChainObject::Unwrap(info[1].As<Napi::Object>())->chain();
    Dither* dither = info[2].As<Napi::Boolean>() ? &dither_ : nullptr;
    const MixInput first = inputOf(info, 3), second = inputOf(info, 6);
    publish(all, kMixFrames, [&](uint32_t done, uint32_t count, uint8_t* out) {
      tonearm::mix(part(first, done, count, all), part(second, done, count, all), chain, mixed_[0], mixed_[1], count);
      interleave(format_, mixed_[0], mixed_[1], count, out, dither);
    });
  }

  // Calls `fill(done, count, out)` for pieces of at most so many frames that lie in one piece in the ring, and publishes
  // all of them.
  template <typename Fill>
  void publish(uint32_t all, uint32_t most, Fill fill) {
    const uint32_t head = ring_.header->head.load(std::memory_order_relaxed);
    for (uint32_t done = 0; done < all;) {
      const uint32_t count = std::min({all - done, ring_.untilWrap(head + done), most});
      fill(done, count, ring_.at(head + done));
      done += count;
    }
    ring_.header->head.store(head + all);
  }

  static MixInput inputOf(const Napi::CallbackInfo& info, size_t at) {
    if (info.Length() <= at || !info[at].IsObject()) return {};
    return {&LineObject::Unwrap(info[at].As<Napi::Object>())->line(), number(info, at + 1), number(info, at + 2)};
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
  if (descriptor < 0) Napi::Error::New(info.Env(), "eventfd: no descriptor left").ThrowAsJavaScriptException();
  return Napi::Number::New(info.Env(), descriptor);
}

// kick(eventFd: number): wakes the writer thread. Any JavaScript thread.
void kick(const Napi::CallbackInfo& info) {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(number(info, 0), &one, sizeof one);
}

}  // namespace

void exportRing(Napi::Env env, Napi::Object exports) {
  exports.Set("Line", LineObject::define(env));
  exports.Set("SoundChain", SoundChainObject::define(env));
  exports.Set("RingProducer", RingProducer::define(env));
  exports.Set("createEventFd", Napi::Function::New(env, createEventFd));
  exports.Set("kick", Napi::Function::New(env, kick));
}

}  // namespace tonearm

// openPcm and the Pcm object: a sound device and, once a ring is attached, its writer thread.
#include <uv.h>

#include <memory>

#include "bindings.h"
#include "pcm_writer.h"

namespace tonearm {
namespace {

// Wakes the JavaScript thread. uv_async_send is the one libuv call that any thread may make at any time.
struct Signal {
  uv_async_t handle{};
  Napi::FunctionReference callback;
  bool closed = false;

  static void received(uv_async_t* handle) {
    auto* self = static_cast<Signal*>(handle->data);
    if (self->closed || self->callback.IsEmpty()) return;
    Napi::HandleScope scope(self->callback.Env());
    self->callback.MakeCallback(self->callback.Env().Global(), {});
  }
  static void send(void* signal) { uv_async_send(&static_cast<Signal*>(signal)->handle); }
  static void finished(uv_handle_t* handle) { delete static_cast<Signal*>(handle->data); }

  void close() {
    if (closed) return;
    closed = true;
    callback.Reset();
    uv_close(reinterpret_cast<uv_handle_t*>(&handle), finished);
  }
};

class Pcm : public Napi::ObjectWrap<Pcm> {
 public:
  explicit Pcm(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Pcm>(info) {
    device_.reset(info[0].As<Napi::External<PcmDevice>>().Data());
    parameters_ = device_->parameters();
    Napi::Object self = info.This().As<Napi::Object>();
    self.Set("format", static_cast<uint32_t>(parameters_.format));
    self.Set("rate", parameters_.rate);
    self.Set("periodFrames", parameters_.periodFrames);
    self.Set("bufferFrames", parameters_.bufferFrames);
    auto rates = Napi::Array::New(info.Env(), parameters_.rates.size());
    for (uint32_t i = 0; i < rates.Length(); i++) rates.Set(i, parameters_.rates[i]);
    self.Set("rates", rates);
    self.Set("card", parameters_.card);
    napi_add_env_cleanup_hook(info.Env(), cleanUp, this);
  }
  ~Pcm() override {
    napi_remove_env_cleanup_hook(Env(), cleanUp, this);
    shutDown();
  }

  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "Pcm", {InstanceMethod<&Pcm::attach>("attach"), InstanceMethod<&Pcm::close>("close")});
  }

 private:
  // attach(ring: Buffer, eventFd: number, onSignal: () => void): starts the writer thread. Once.
  Napi::Value attach(const Napi::CallbackInfo& info) {
    Napi::Env env = info.Env();
    auto memory = info[0].As<Napi::Buffer<uint8_t>>();
    memory_ = Napi::Persistent(info[0].As<Napi::Object>());
    uv_loop_t* loop = nullptr;
    napi_get_uv_event_loop(env, &loop);
    signal_ = new Signal;
    signal_->callback = Napi::Persistent(info[2].As<Napi::Function>());
    uv_async_init(loop, &signal_->handle, Signal::received);
    signal_->handle.data = signal_;
    uv_unref(reinterpret_cast<uv_handle_t*>(&signal_->handle));
    const Ring ring =
        Ring::over(memory.Data(), memory.ByteLength(), bytesPerSample(parameters_.format) * kChannels);
    writer_ = std::make_unique<PcmWriter>(std::move(device_), ring, info[1].As<Napi::Number>().Int32Value(),
                                          Signal::send, signal_);
    if (!writer_->start()) {
      shutDown();
      Napi::Error::New(env, "no thread for the PCM writer").ThrowAsJavaScriptException();
    }
    return env.Undefined();
  }

  // close(): Promise<void>. Joins the thread and closes the device on a thread of the pool. May be called twice.
  Napi::Value close(const Napi::CallbackInfo& info);

  static void cleanUp(void* self) { static_cast<Pcm*>(self)->shutDown(); }

  void shutDown() {
    if (writer_) writer_->stop();
    writer_.reset();
    device_.reset();
    if (signal_ != nullptr) signal_->close();
    signal_ = nullptr;
    memory_.Reset();
  }

  class Closing : public Napi::AsyncWorker {
   public:
    Closing(Napi::Env env, Pcm& owner, std::unique_ptr<PcmWriter> writer, std::unique_ptr<PcmDevice> device)
        : Napi::AsyncWorker(env, "tonearm.close"), deferred_(env), writer_(std::move(writer)),
          device_(std::move(device)), signal_(owner.signal_), memory_(std::move(owner.memory_)) {
      owner.signal_ = nullptr;
    }
    Napi::Promise promise() const { return deferred_.Promise(); }
    void Execute() override {
      if (writer_) writer_->stop();
      writer_.reset();
      device_.reset();
    }
    void OnOK() override {
      if (signal_ != nullptr) signal_->close();
      deferred_.Resolve(Env().Undefined());
    }

   private:
    Napi::Promise::Deferred deferred_;
    std::unique_ptr<PcmWriter> writer_;
    std::unique_ptr<PcmDevice> device_;
    Signal* signal_;
    Napi::ObjectReference memory_;
  };

  std::unique_ptr<PcmDevice> device_;
  std::unique_ptr<PcmWriter> writer_;
  PcmParameters parameters_;
  Signal* signal_ = nullptr;
  Napi::ObjectReference memory_;  // keeps the SharedArrayBuffer alive while the thread runs
};

Napi::Value Pcm::close(const Napi::CallbackInfo& info) {
  auto* closing = new Closing(info.Env(), *this, std::move(writer_), std::move(device_));
  const Napi::Promise promise = closing->promise();
  closing->Queue();
  return promise;
}

// Opens the device on a thread of the pool: a USB or network device may take its time.
class Opening : public Napi::AsyncWorker {
 public:
  Opening(Napi::Env env, PcmRequest request, bool silent)
      : Napi::AsyncWorker(env, "tonearm.open"), deferred_(env), request_(std::move(request)), silent_(silent) {}
  Napi::Promise promise() const { return deferred_.Promise(); }

  void Execute() override { device_ = silent_ ? openSilentDevice(request_, error_) : openAlsaDevice(request_, error_); }

  void OnOK() override {
    Napi::Env env = Env();
    if (!device_) {
      Napi::Error error = Napi::Error::New(env, error_.text);
      error.Set("errno", Napi::Number::New(env, error_.error));
      deferred_.Reject(error.Value());
      return;
    }
    auto& constructor = env.GetInstanceData<Constructors>()->pcm;
    deferred_.Resolve(constructor.New({Napi::External<PcmDevice>::New(env, device_.release())}));
  }

 private:
  Napi::Promise::Deferred deferred_;
  PcmRequest request_;
  bool silent_;
  std::unique_ptr<PcmDevice> device_;
  PcmOpenError error_;
};

// openPcm({device, rate, rates, formats, periodFrames, bufferFrames, startFrames, timeFactor, silent}): Promise<Pcm>. Rejects with an
// Error whose `errno` is the positive system error.
Napi::Value openPcm(const Napi::CallbackInfo& info) {
  const auto options = info[0].As<Napi::Object>();
  const auto number = [&options](const char* name) {
    return options.Get(name).As<Napi::Number>().Uint32Value();
  };
  PcmRequest request;
  request.device = options.Get("device").As<Napi::String>().Utf8Value();
  request.rate = number("rate");
  request.periodFrames = number("periodFrames");
  request.bufferFrames = number("bufferFrames");
  request.startFrames = number("startFrames");
  request.timeFactor = number("timeFactor");
  const auto rates = options.Get("rates").As<Napi::Array>();
  for (uint32_t i = 0; i < rates.Length(); i++) {
    request.rates.push_back(rates.Get(i).As<Napi::Number>().Uint32Value());
  }
  const auto formats = options.Get("formats").As<Napi::Array>();
  for (uint32_t i = 0; i < formats.Length(); i++) {
    request.formats.push_back(static_cast<SampleFormat>(formats.Get(i).As<Napi::Number>().Uint32Value()));
  }
  auto* opening =
      new Opening(info.Env(), std::move(request), options.Get("silent").As<Napi::Boolean>().Value());
  const Napi::Promise promise = opening->promise();
  opening->Queue();
  return promise;
}

}  // namespace

void exportPcm(Napi::Env env, Napi::Object exports) {
  env.GetInstanceData<Constructors>()->pcm = Napi::Persistent(Pcm::define(env));
  exports.Set("openPcm", Napi::Function::New(env, openPcm));
}

}  // namespace tonearm

// openPcm, openSocket and the Pcm object: a sound device and, once a ring is attached, its writer thread.
#include <memory>

#include "bindings.h"
#include "pcm_writer.h"
#include "socket_device.h"

namespace tonearm {
namespace {

// Wakes the JavaScript thread. uv_async_send is the one libuv call that any thread may make at any time.
using Signal = LoopCallback<uv_async_t>;

void send(void* signal) { uv_async_send(&static_cast<Signal*>(signal)->handle); }
void received(uv_async_t* handle) { static_cast<Signal*>(handle->data)->call(); }

class Pcm : public Napi::ObjectWrap<Pcm> {
 public:
  explicit Pcm(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Pcm>(info) {
    open_.device.reset(info[0].As<Napi::External<PcmDevice>>().Data());
    const PcmParameters& parameters = open_.device->parameters();
    format_ = parameters.format;
    Napi::Object self = info.This().As<Napi::Object>();
    self.Set("format", static_cast<uint32_t>(parameters.format));
    self.Set("rate", parameters.rate);
    self.Set("periodFrames", parameters.periodFrames);
    self.Set("bufferFrames", parameters.bufferFrames);
    self.Set("rates", arrayOf(info.Env(), parameters.rates));
    self.Set("card", parameters.card);
    napi_add_env_cleanup_hook(info.Env(), cleanUp, this);
  }
  ~Pcm() override {
    napi_remove_env_cleanup_hook(Env(), cleanUp, this);
    cleanUp(this);
  }

  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "Pcm", {InstanceMethod<&Pcm::attach>("attach"), InstanceMethod<&Pcm::close>("close")});
  }

 private:
  struct Open {
    std::unique_ptr<PcmDevice> device;  // until a writer has it
    std::unique_ptr<PcmWriter> writer;
    Signal* signal = nullptr;
    Napi::ObjectReference memory;  // keeps the SharedArrayBuffer alive while the thread runs

    // Joins the thread and closes the device. Thread: any.
    Failure end() {
      if (writer) writer->stop();
      writer.reset();
      device.reset();
      return {};
    }
    void endSignal() {
      if (signal != nullptr) signal->close();
      signal = nullptr;
    }
  };

  // attach(ring: Buffer, eventFd: number, onSignal: () => void): starts the writer thread. Once.
  void attach(const Napi::CallbackInfo& info) {
    Napi::Env env = info.Env();
    auto memory = info[0].As<Napi::Buffer<uint8_t>>();
    open_.memory = Napi::Persistent(info[0].As<Napi::Object>());
    open_.signal = new Signal(info[2]);
    uv_async_init(loopOf(env), &open_.signal->handle, received);
    open_.signal->unref();
    const Ring ring = Ring::over(memory.Data(), memory.ByteLength(), bytesPerSample(format_) * kChannels);
    open_.writer = std::make_unique<PcmWriter>(std::move(open_.device), ring, number(info, 1), send, open_.signal);
    if (open_.writer->start()) return;
    cleanUp(this);
    Napi::Error::New(env, "no thread for the PCM writer").ThrowAsJavaScriptException();
  }

  // close(): Promise<void>. Joins the thread and closes the device on a thread of the pool. May be called twice.
  Napi::Value close(const Napi::CallbackInfo& info) {
    Open open = std::exchange(open_, Open());
    return onPool(info.Env(), "tonearm.close", std::move(open), [](Open& closing) { return closing.end(); },
                  [](Napi::Env env, Open& closed) {
                    closed.endSignal();
                    return env.Undefined();
                  });
  }

  static void cleanUp(void* self) {
    Open& open = static_cast<Pcm*>(self)->open_;
    open.end();
    open.endSignal();
    open.memory.Reset();
  }

  SampleFormat format_ = SampleFormat::S16;
  Open open_;
};

template <typename Request>
struct Opening {
  Request request;
  bool isSilent;
  std::unique_ptr<PcmDevice> device;
};

// Opens a device on a thread of the pool: Promise<Pcm>.
template <typename Request, typename Open>
Napi::Value openOnPool(Napi::Env env, Opening<Request> opening, Open open) {
  return onPool(env, "tonearm.open", std::move(opening), open, [](Napi::Env env, Opening<Request>& opened) {
    auto& constructor = env.GetInstanceData<Constructors>()->pcm;
    return constructor.New({Napi::External<PcmDevice>::New(env, opened.device.release())});
  });
}

// openPcm({device, rate, rates, formats, periodFrames, bufferFrames, startFrames, timeFactor, silent}): Promise<Pcm>. Rejects
// with an Error whose `errno` is the positive system error. On the pool: a USB or network device may take its time.
Napi::Value openPcm(const Napi::CallbackInfo& info) {
  const auto options = info[0].As<Napi::Object>();
  const auto count = [&options](const char* name) { return options.Get(name).As<Napi::Number>().Uint32Value(); };
  PcmRequest request;
  request.device = options.Get("device").As<Napi::String>().Utf8Value();
  request.rate = count("rate");
  request.periodFrames = count("periodFrames");
  request.bufferFrames = count("bufferFrames");
  request.startFrames = count("startFrames");
  request.timeFactor = count("timeFactor");
  request.rates = vectorOf<uint32_t>(options.Get("rates"));
  request.formats = vectorOf<SampleFormat>(options.Get("formats"));
  // Devices of ALSA are in core/alsa_device.cpp, the one without sound in core/silent_device.cpp.
  Opening<PcmRequest> opening{std::move(request), options.Get("silent").As<Napi::Boolean>(), nullptr};
  return openOnPool(info.Env(), std::move(opening), [](Opening<PcmRequest>& opening) -> Failure {
    PcmOpenError error;
    opening.device =
        opening.isSilent ? openSilentDevice(opening.request, error) : openAlsaDevice(opening.request, error);
    return {error.text, error.error};
  });
}

// openSocket({address, port, rate, format, periodFrames, bufferFrames, startFrames, timeFactor}): Promise<Pcm>. Rejects as
// openPcm. On the pool: a machine that is off answers nothing for seconds.
Napi::Value openSocket(const Napi::CallbackInfo& info) {
  const auto options = info[0].As<Napi::Object>();
  const auto count = [&options](const char* name) { return options.Get(name).As<Napi::Number>().Uint32Value(); };
  SocketRequest request;
  request.address = options.Get("address").As<Napi::String>().Utf8Value();
  request.port = static_cast<uint16_t>(count("port"));
  request.rate = count("rate");
  request.format = static_cast<SampleFormat>(count("format"));
  request.periodFrames = count("periodFrames");
  request.bufferFrames = count("bufferFrames");
  request.startFrames = count("startFrames");
  request.timeFactor = count("timeFactor");
  Opening<SocketRequest> opening{std::move(request), false, nullptr};
  return openOnPool(info.Env(), std::move(opening), [](Opening<SocketRequest>& opening) -> Failure {
    PcmOpenError error;
    opening.device = openSocketDevice(opening.request, error);
    return {error.text, error.error};
  });
}

}  // namespace

void exportPcm(Napi::Env env, Napi::Object exports) {
  env.GetInstanceData<Constructors>()->pcm = Napi::Persistent(Pcm::define(env));
  exports.Set("openPcm", Napi::Function::New(env, openPcm));
  exports.Set("openSocket", Napi::Function::New(env, openSocket));
}

}  // namespace tonearm

// The N-API bindings: they translate values and own nothing but handles. All judgement of arguments is done in TypeScript
// (src/native.ts); the addon receives only good values.
#pragma once

#define NODE_API_NO_EXTERNAL_BUFFERS_ALLOWED
#include <limits.h>
#include <napi.h>
#include <uv.h>

#include <string>
#include <utility>
#include <vector>

namespace tonearm {

// Constructors of the objects that only functions of the addon make; one set for each environment.
struct Constructors {
  Napi::FunctionReference pcm, mixer;
};

void exportCards(Napi::Env env, Napi::Object exports);
void exportFiles(Napi::Env env, Napi::Object exports);
void exportPcm(Napi::Env env, Napi::Object exports);
void exportHardwareMixer(Napi::Env env, Napi::Object exports);
void exportPosition(Napi::Env env, Napi::Object exports);
void exportRing(Napi::Env env, Napi::Object exports);
void exportTags(Napi::Env env, Napi::Object exports);

// A number among the arguments, which converts to the type that takes it.
inline Napi::Number number(const Napi::CallbackInfo& info, size_t at) { return info[at].As<Napi::Number>(); }

template <typename Item>
std::vector<Item> vectorOf(const Napi::Value& numbers) {
  const auto given = numbers.As<Napi::Array>();
  std::vector<Item> items;
  for (uint32_t i = 0; i < given.Length(); i++) {
    items.push_back(static_cast<Item>(given.Get(i).As<Napi::Number>().Uint32Value()));
  }
  return items;
}

template <typename Item, typename Describe>
Napi::Array arrayOf(Napi::Env env, const std::vector<Item>& items, Describe describe) {
  auto array = Napi::Array::New(env, items.size());
  for (uint32_t i = 0; i < array.Length(); i++) array.Set(i, describe(items[i]));
  return array;
}

template <typename Item>
Napi::Array arrayOf(Napi::Env env, const std::vector<Item>& items) {
  return arrayOf(env, items, [](const Item& item) { return item; });
}

// A path among the arguments; false for one that fills the memory, since it may have been cut.
inline bool readPath(const Napi::CallbackInfo& info, size_t at, char (&path)[PATH_MAX]) {
  size_t length = 0;
  napi_get_value_string_utf8(info.Env(), info[at], path, sizeof path, &length);
  return length + 1 < sizeof path;
}

// Why something failed; no text: it did not. `error` is an errno, or 0 for none.
struct Failure {
  std::string text;
  int error = 0;
};

inline Napi::Error errorOf(Napi::Env env, const Failure& failure) {
  Napi::Error error = Napi::Error::New(env, failure.text);
  if (failure.error != 0) error.Set("errno", Napi::Number::New(env, failure.error));
  return error;
}

// Work on a thread of the pool, because it may take as long as it likes. `work(state)` runs there and returns a Failure;
// `answer(env, state)` runs on the JavaScript thread and gives the value of the promise.
template <typename State, typename Work, typename Answer>
class PoolTask final : public Napi::AsyncWorker {
 public:
  PoolTask(Napi::Env env, const char* name, State state, Work work, Answer answer)
      : Napi::AsyncWorker(env, name), deferred_(env), state_(std::move(state)), work_(work), answer_(answer) {}
  Napi::Promise promise() const { return deferred_.Promise(); }

  void Execute() override { failure_ = work_(state_); }
  void OnOK() override {
    if (failure_.text.empty()) {
      deferred_.Resolve(answer_(Env(), state_));
    } else {
      deferred_.Reject(errorOf(Env(), failure_).Value());
    }
  }

 private:
  Napi::Promise::Deferred deferred_;
  State state_;
  Work work_;
  Answer answer_;
  Failure failure_;
};

template <typename State, typename Work, typename Answer>
Napi::Promise onPool(Napi::Env env, const char* name, State state, Work work, Answer answer) {
  auto* task = new PoolTask<State, Work, Answer>(env, name, std::move(state), work, answer);
  const Napi::Promise promise = task->promise();
  task->Queue();
  return promise;
}

// A handle of the event loop that calls a function of JavaScript. It does not keep the process alive. Once closed it calls
// nothing any more, and the loop frees it.
template <typename Handle>
struct LoopCallback {
  Handle handle{};
  Napi::FunctionReference callback;
  bool isClosed = false;

  explicit LoopCallback(Napi::Value function) : callback(Napi::Persistent(function.As<Napi::Function>())) {
    handle.data = this;
  }
  virtual ~LoopCallback() = default;

  void unref() { uv_unref(reinterpret_cast<uv_handle_t*>(&handle)); }
  // The function may close this handle.
  void call() {
    if (isClosed) return;
    Napi::Env env = callback.Env();
    Napi::HandleScope scope(env);
    callback.MakeCallback(env.Global(), {});
  }
  void close() {
    if (isClosed) return;
    isClosed = true;
    callback.Reset();
    uv_close(reinterpret_cast<uv_handle_t*>(&handle),
             [](uv_handle_t* closed) { delete static_cast<LoopCallback*>(closed->data); });
  }
};

inline uv_loop_t* loopOf(Napi::Env env) {
  uv_loop_t* loop = nullptr;
  napi_get_uv_event_loop(env, &loop);
  return loop;
}

}  // namespace tonearm

// What is asked of the system on a thread of the pool, because the answer may take as long as it likes.
#pragma once

#include <string>

#include "bindings.h"

namespace tonearm {

// A question with one answer, given as a promise; `fail` in Execute, with an errno or 0 for none, rejects it.
class Question : public Napi::AsyncWorker {
 public:
  Question(Napi::Env env, const char* name) : Napi::AsyncWorker(env, name), deferred_(env) {}
  Napi::Promise promise() const { return deferred_.Promise(); }

  void OnOK() override {
    if (text_.empty()) {
      deferred_.Resolve(answer());
      return;
    }
    Napi::Error error = Napi::Error::New(Env(), text_);
    if (errno_ != 0) error.Set("errno", Napi::Number::New(Env(), errno_));
    deferred_.Reject(error.Value());
  }

 protected:
  // Thread: the main JavaScript thread. Once.
  virtual Napi::Value answer() = 0;
  void fail(const std::string& text, int error = 0) {
    text_ = text;
    errno_ = error;
  }

 private:
  Napi::Promise::Deferred deferred_;
  std::string text_;
  int errno_ = 0;
};

inline Napi::Value asked(Question* question) {
  const Napi::Promise promise = question->promise();
  question->Queue();
  return promise;
}

}  // namespace tonearm

// The TagReader object: reads the tags of a file into a record for JavaScript. Thread: that of the scan worker.
#include <algorithm>

#include "bindings.h"
#include "tags/tag_reader.h"

namespace tonearm {

namespace {

class TagReaderObject : public Napi::ObjectWrap<TagReaderObject> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "TagReader", {InstanceMethod<&TagReaderObject::read>("read")});
  }

  explicit TagReaderObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<TagReaderObject>(info) {}

 private:
  Napi::Value read(const Napi::CallbackInfo& info);

  TagReader reader_;
  // Reused from file to file.
  Text joined_;
  std::string narrow_;
};

// read(path, size: bytes, numbers: Float64Array): the texts, a zero behind each; undefined for a file that is for another
// reader. The numbers are filled in either way. Ten thousand files come through here: one string is made of each.
Napi::Value TagReaderObject::read(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  char path[PATH_MAX];
  if (!readPath(info, 0, path)) return env.Undefined();
  const auto size = static_cast<uint64_t>(std::max(number(info, 1).Int64Value(), int64_t{0}));
  const bool understood = reader_.read(path, size);
  const TagRecord& record = reader_.record();
  auto numbers = info[2].As<Napi::Float64Array>();
  std::copy_n(record.numbers().begin(), std::min(numbers.ElementLength(), TagRecord::NUMBERS), numbers.Data());
  if (!understood) return env.Undefined();
  bool wide = false;
  record.join(joined_, wide);
  napi_value texts = nullptr;
  if (wide) {
    napi_create_string_utf16(env, joined_.data(), joined_.size(), &texts);
  } else {
    narrow_.assign(joined_.begin(), joined_.end());
    napi_create_string_latin1(env, narrow_.data(), narrow_.size(), &texts);
  }
  return Napi::Value(env, texts);
}

}  // namespace

void exportTags(Napi::Env env, Napi::Object exports) { exports.Set("TagReader", TagReaderObject::define(env)); }

}  // namespace tonearm

#include "resampler.h"

#include <soxr.h>

namespace tonearm {
namespace {

class SoxrResampler final : public Resampler {
 public:
  SoxrResampler(soxr_t soxr, uint32_t from, uint32_t to) : soxr_(soxr), from_(from), to_(to) {}
  SoxrResampler(const SoxrResampler&) = delete;
  SoxrResampler& operator=(const SoxrResampler&) = delete;
  ~SoxrResampler() override { soxr_delete(soxr_); }

  void feed(const float* left, const float* right, uint32_t frames, FrameFifo& out) override {
    uint32_t done = 0;
    // Takes no more input than the room in the output needs.
    while (done < frames) {
      const float* in[] = {left + done, right + done};
      done += process(in, frames - done, out);
    }
    fed_ += frames;
  }

  void finish(FrameFifo& out) override {
    for (uint64_t before = given_ + 1; before != given_;) {
      before = given_;
      process(nullptr, 0, out);
    }
    const auto wanted = static_cast<int64_t>(resampledFrames(fed_, from_, to_));
    out.adjust(wanted - static_cast<int64_t>(given_));
    given_ = static_cast<uint64_t>(wanted);
  }

 private:
  static constexpr uint32_t kSlack = 4096;

  uint32_t process(const float* const* in, uint32_t frames, FrameFifo& out) {
    const uint32_t room = static_cast<uint32_t>(resampledFrames(frames, from_, to_)) + kSlack;
    out.grow(room);
    float* to[] = {out.leftEnd(), out.rightEnd()};
    size_t taken = 0, given = 0;
    if (soxr_process(soxr_, in, frames, &taken, to, room, &given) != nullptr) taken = frames;  // then it is silent
    out.keep(static_cast<uint32_t>(given));
    given_ += given;
    return static_cast<uint32_t>(taken);
  }

  soxr_t soxr_;
  const uint32_t from_, to_;
  uint64_t fed_ = 0, given_ = 0;
};

}  // namespace

std::unique_ptr<Resampler> Resampler::open(uint32_t from, uint32_t to) {
  const soxr_io_spec_t planar = soxr_io_spec(SOXR_FLOAT32_S, SOXR_FLOAT32_S);
  const soxr_quality_spec_t quality = soxr_quality_spec(SOXR_VHQ, 0);
  const soxr_runtime_spec_t oneThread = soxr_runtime_spec(1);
  soxr_error_t error = nullptr;
  soxr_t soxr = soxr_create(from, to, 2, &error, &planar, &quality, &oneThread);
  if (error != nullptr || soxr == nullptr) return nullptr;
  return std::make_unique<SoxrResampler>(soxr, from, to);
}

}  // namespace tonearm

// PcmDevice over alsa-lib. Source: alsa-lib's PCM interface, https://www.alsa-project.org/alsa-doc/alsa-lib/pcm.html
#include <alsa/asoundlib.h>

#include <algorithm>
#include <cerrno>

#include "pcm_device.h"

namespace tonearm {
namespace {

snd_pcm_format_t alsaFormat(SampleFormat format) {
  switch (format) {
    case SampleFormat::S16: return SND_PCM_FORMAT_S16_LE;
    case SampleFormat::S24: return SND_PCM_FORMAT_S24_LE;
    case SampleFormat::S24_3: return SND_PCM_FORMAT_S24_3LE;
    case SampleFormat::S32: return SND_PCM_FORMAT_S32_LE;
  }
  return SND_PCM_FORMAT_S16_LE;
}

// An HDMI or S/PDIF plugin counts frames in blocks of channel status (IEC 60958-1, 192 frames) and does not count back:
// what is taken back from a chain of plugins is whole blocks.
constexpr uint32_t kStatusBlock = 192;

bool isDeclaredRewritable(const std::string& name) {
  snd_config_t *top = nullptr, *hint = nullptr;
  if (snd_config_update_ref(&top) < 0) return false;
  const bool isDeclared = snd_config_search(top, ("pcm." + name + ".hint.rewritable").c_str(), &hint) == 0 &&
                          snd_config_get_bool(hint) == 1;
  snd_config_unref(top);
  return isDeclared;
}

class AlsaDevice final : public PcmDevice {
 public:
  explicit AlsaDevice(snd_pcm_t* pcm) : pcm_(pcm) {}
  AlsaDevice(const AlsaDevice&) = delete;
  AlsaDevice& operator=(const AlsaDevice&) = delete;
  ~AlsaDevice() override {
    snd_pcm_drop(pcm_);
    snd_pcm_close(pcm_);
  }

  const PcmParameters& parameters() const override { return parameters_; }

  long available() override {
    const long frames = snd_pcm_avail_update(pcm_);
    if (frames < 0) return frames;
    // A plugin whose link is lost goes on to tell its last position: full, it would never be written to, and never refuse.
    return isLost_ || snd_pcm_state(pcm_) == SND_PCM_STATE_DISCONNECTED ? -ENODEV : frames;
  }

  long delay() override {
    snd_pcm_sframes_t frames = 0;
    const int error = snd_pcm_delay(pcm_, &frames);
    // Ran dry, or drained to its end: everything was played.
    if (error == -EPIPE || (error < 0 && snd_pcm_state(pcm_) == SND_PCM_STATE_SETUP)) return 0;
    return error < 0 ? error : std::max<snd_pcm_sframes_t>(frames, 0);
  }

  long write(const uint8_t* frames, uint32_t count) override {
    const long taken = snd_pcm_writei(pcm_, frames, count);
    return taken == -EAGAIN ? 0 : taken;
  }

  long rewindable() override {
    // The pointer that rewindable() counts from is as old as the last period; taking back what was played is an underrun.
    const long current = snd_pcm_avail(pcm_);
    return current < 0 ? current : snd_pcm_rewindable(pcm_);
  }
  long rewind(uint32_t count) override {
    const uint32_t whole = count - count % rewindQuantum_;
    return whole == 0 ? 0 : snd_pcm_rewind(pcm_, whole);
  }

  int start() override { return snd_pcm_state(pcm_) == SND_PCM_STATE_PREPARED ? snd_pcm_start(pcm_) : 0; }

  int dropAndPrepare() override {
    draining_ = false;
    snd_pcm_drop(pcm_);
    return snd_pcm_prepare(pcm_);
  }

  int drain() override {
    if (!draining_) {
      draining_ = true;
      const int begun = snd_pcm_drain(pcm_);
      if (begun != -EAGAIN) return begun < 0 && begun != -EPIPE ? begun : 0;
    }
    snd_pcm_avail_update(pcm_);  // lets a plugin notice that its hardware pointer has arrived
    return snd_pcm_state(pcm_) == SND_PCM_STATE_DRAINING ? -EAGAIN : 0;
  }

  int recover(int error) override {
    draining_ = false;
    if (error == -ESTRPIPE) {
      // Suspended: the kernel answers -EAGAIN while the hardware still sleeps; prepare starts it anew.
      if (snd_pcm_resume(pcm_) == 0) return 0;
    } else if (error != -EPIPE && error != -EINTR) {
      return error;
    }
    return snd_pcm_prepare(pcm_);
  }

  int pollDescriptors(pollfd* descriptors, int space) override {
    return std::max(snd_pcm_poll_descriptors(pcm_, descriptors, static_cast<unsigned>(space)), 0);
  }

  bool isReady(pollfd* descriptors, int count) override {
    unsigned short events = 0;
    const int error = snd_pcm_poll_descriptors_revents(pcm_, descriptors, static_cast<unsigned>(count), &events);
    // A plugin whose link is lost says so, tells no events, and stays readable.
    isLost_ = isLost_ || error == -ENODEV;
    return error < 0 || events != 0;
  }

  // Returns 0, or a negative error with `step` naming the call that refused.
  int negotiate(const PcmRequest& request, const char*& step) {
    snd_pcm_hw_params_t* hardware = nullptr;
    snd_pcm_hw_params_alloca(&hardware);
    int error = setRate(hardware, request.rates, step);
    if (error < 0) return error;

    step = "sample format";
    error = -EINVAL;
    for (const SampleFormat format : request.formats) {
      error = snd_pcm_hw_params_set_format(pcm_, hardware, alsaFormat(format));
      parameters_.format = format;
      if (error == 0) break;
    }
    if (error < 0) return error;

    const auto sized = [&](uint32_t frames) {
      return static_cast<snd_pcm_uframes_t>(static_cast<uint64_t>(frames) * parameters_.rate / request.rate);
    };
    snd_pcm_uframes_t buffer = sized(request.bufferFrames), period = sized(request.periodFrames);
    step = "buffer size";
    if ((error = snd_pcm_hw_params_set_buffer_size_near(pcm_, hardware, &buffer)) < 0) return error;
    step = "period size";
    period = std::min(period, buffer / 2);
    if ((error = snd_pcm_hw_params_set_period_size_near(pcm_, hardware, &period, nullptr)) < 0) return error;
    step = "hardware parameters";
    if ((error = snd_pcm_hw_params(pcm_, hardware)) < 0) return error;
    snd_pcm_hw_params_get_buffer_size(hardware, &buffer);
    snd_pcm_hw_params_get_period_size(hardware, &period, nullptr);

    snd_pcm_sw_params_t* software = nullptr;
    snd_pcm_sw_params_alloca(&software);
    step = "software parameters";
    if ((error = snd_pcm_sw_params_current(pcm_, software)) < 0) return error;
    const snd_pcm_uframes_t start = std::min<snd_pcm_uframes_t>(sized(request.startFrames), buffer / 2);
    if ((error = snd_pcm_sw_params_set_start_threshold(pcm_, software, start)) < 0) return error;
    if ((error = snd_pcm_sw_params_set_avail_min(pcm_, software, period)) < 0) return error;
    if ((error = snd_pcm_sw_params(pcm_, software)) < 0) return error;
    step = "prepare";
    if ((error = snd_pcm_prepare(pcm_)) < 0) return error;

    parameters_.timeFactor = request.timeFactor;
    parameters_.bufferFrames = static_cast<uint32_t>(buffer);
    parameters_.periodFrames = static_cast<uint32_t>(period);
    snd_pcm_info_t* info = nullptr;
    snd_pcm_info_alloca(&info);
    const bool isKnown = snd_pcm_info(pcm_, info) == 0;
    parameters_.card = isKnown ? snd_pcm_info_get_card(info) : -1;
    parameters_.rewritable = isRewritable(hardware, request.device);
    const snd_pcm_type_t type = snd_pcm_type(pcm_);
    if (type != SND_PCM_TYPE_HW && type != SND_PCM_TYPE_IOPLUG) rewindQuantum_ = kStatusBlock;
    return 0;
  }

 private:
  // A plugin that has no card behind it (Bluetooth, PulseAudio) has handed on what it was given, whatever it says of
  // rewinding, unless its configuration says `hint.rewritable yes`. A card whose pointer moves a period at a time may
  // have played what it calls queued; of those that say so (SNDRV_PCM_INFO_BATCH), USB moves by its packets of a
  // millisecond.
  bool isRewritable(const snd_pcm_hw_params_t* hardware, const std::string& device) const {
    if (parameters_.card < 0) return isDeclaredRewritable(device.substr(0, device.find(':')));
    if (snd_pcm_hw_params_is_batch(hardware) == 0) return true;
    snd_ctl_t* control = nullptr;
    if (snd_ctl_open(&control, ("hw:" + std::to_string(parameters_.card)).c_str(), SND_CTL_NONBLOCK) < 0) return false;
    snd_ctl_card_info_t* card = nullptr;
    snd_ctl_card_info_alloca(&card);
    const bool isUsb =
        snd_ctl_card_info(control, card) == 0 && std::string(snd_ctl_card_info_get_driver(card)) == "USB-Audio";
    snd_ctl_close(control);
    return isUsb;
  }

  // The first of the rates that the device has. ALSA's plug never converts one.
  int setRate(snd_pcm_hw_params_t* hardware, const std::vector<uint32_t>& rates, const char*& step) {
    int error = 0;
    step = "configuration space";
    if ((error = snd_pcm_hw_params_any(pcm_, hardware)) < 0) return error;
    if ((error = snd_pcm_hw_params_set_rate_resample(pcm_, hardware, 0)) < 0) return error;
    step = "access";
    if ((error = snd_pcm_hw_params_set_access(pcm_, hardware, SND_PCM_ACCESS_RW_INTERLEAVED)) < 0) return error;
    step = "channels";
    if ((error = snd_pcm_hw_params_set_channels(pcm_, hardware, kChannels)) < 0) return error;
    step = "sample rate";
    for (const uint32_t rate : rates) {
      if (snd_pcm_hw_params_test_rate(pcm_, hardware, rate, 0) == 0) parameters_.rates.push_back(rate);
    }
    if (parameters_.rates.empty()) return -EINVAL;
    parameters_.rate = parameters_.rates.front();
    return snd_pcm_hw_params_set_rate(pcm_, hardware, parameters_.rate, 0);
  }

  snd_pcm_t* pcm_;
  PcmParameters parameters_;
  uint32_t rewindQuantum_ = 1;
  bool draining_ = false;
  bool isLost_ = false;  // for good: it is opened anew
};

}  // namespace

std::unique_ptr<PcmDevice> openAlsaDevice(const PcmRequest& request, PcmOpenError& error) {
  snd_pcm_t* pcm = nullptr;
  int result = snd_pcm_open(&pcm, request.device.c_str(), SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK);
  if (result < 0) {
    error = {-result, std::string("open: ") + snd_strerror(result)};
    return nullptr;
  }
  auto device = std::make_unique<AlsaDevice>(pcm);
  const char* step = "";
  result = device->negotiate(request, step);
  if (result < 0) {
    error = {-result, std::string(step) + ": " + snd_strerror(result)};
    return nullptr;
  }
  return device;
}

}  // namespace tonearm

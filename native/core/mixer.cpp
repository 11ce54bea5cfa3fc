#include "mixer.h"

#include <alsa/asoundlib.h>

#include <array>
#include <cstdlib>

namespace tonearm {
namespace {

// What cards call the control behind which the whole output lies, best first: DAC chips, the Pi's own jack, desktop and
// USB codecs, amplifier boards.
constexpr std::array<const char*, 9> kPreferred = {"Digital", "PCM",     "Master",    "DAC",     "Speaker",
                                                   "Headphone", "Playback", "Line Out", "Analogue"};

class AlsaMixer final : public Mixer {
 public:
  explicit AlsaMixer(snd_mixer_t* mixer) : mixer_(mixer) {}
  AlsaMixer(const AlsaMixer&) = delete;
  AlsaMixer& operator=(const AlsaMixer&) = delete;
  ~AlsaMixer() override { snd_mixer_close(mixer_); }

  bool select(const std::string& wanted) {
    element_ = wanted.empty() ? best() : named(wanted);
    if (element_ == nullptr) return false;
    snd_mixer_selem_get_playback_volume_range(element_, &minimum_, &maximum_);
    control_ = snd_mixer_selem_get_name(element_);
    return true;
  }

  const std::string& control() const override { return control_; }
  long minimum() const override { return minimum_; }
  long maximum() const override { return maximum_; }
  bool hasSwitch() const override { return snd_mixer_selem_has_playback_switch(element_) != 0; }

  int read(MixerLevel& level) override {
    int error = snd_mixer_handle_events(mixer_);  // else an old value would be answered
    if (error < 0) return error;
    error = snd_mixer_selem_get_playback_volume(element_, SND_MIXER_SCHN_FRONT_LEFT, &level.steps);
    if (error < 0) return error;
    int on = 1;
    if (hasSwitch()) error = snd_mixer_selem_get_playback_switch(element_, SND_MIXER_SCHN_FRONT_LEFT, &on);
    level.muted = on == 0;
    return error;
  }

  int write(long steps) override { return snd_mixer_selem_set_playback_volume_all(element_, steps); }

  int mute(bool on) override {
    return hasSwitch() ? snd_mixer_selem_set_playback_switch_all(element_, on ? 0 : 1) : 0;
  }

  bool decibels(long steps, long& hundredths) const override {
    return snd_mixer_selem_ask_playback_vol_dB(element_, steps, &hundredths) == 0;
  }

 private:
  static bool isUsable(snd_mixer_elem_t* element) {
    return snd_mixer_selem_is_active(element) != 0 && snd_mixer_selem_has_playback_volume(element) != 0;
  }

  snd_mixer_elem_t* named(const std::string& wanted) const {
    std::string name = wanted;
    unsigned long index = 0;
    const size_t comma = wanted.rfind(',');
    if (comma != std::string::npos) {
      index = std::strtoul(wanted.c_str() + comma + 1, nullptr, 10);
      name = wanted.substr(0, comma);
    }
    for (auto* at = snd_mixer_first_elem(mixer_); at != nullptr; at = snd_mixer_elem_next(at)) {
      if (isUsable(at) && name == snd_mixer_selem_get_name(at) && snd_mixer_selem_get_index(at) == index) return at;
    }
    return nullptr;
  }

  snd_mixer_elem_t* best() const {
    for (const char* name : kPreferred) {
      if (auto* element = named(name)) return element;
    }
    for (auto* at = snd_mixer_first_elem(mixer_); at != nullptr; at = snd_mixer_elem_next(at)) {
      if (isUsable(at)) return at;
    }
    return nullptr;
  }

  snd_mixer_t* mixer_;
  snd_mixer_elem_t* element_ = nullptr;
  std::string control_;
  long minimum_ = 0, maximum_ = 0;
};

}  // namespace

std::unique_ptr<Mixer> Mixer::open(const std::string& card, const std::string& control, std::string& error) {
  snd_mixer_t* handle = nullptr;
  int result = snd_mixer_open(&handle, 0);
  if (result < 0) {
    error = snd_strerror(result);
    return nullptr;
  }
  auto mixer = std::make_unique<AlsaMixer>(handle);
  if ((result = snd_mixer_attach(handle, card.c_str())) < 0 ||
      (result = snd_mixer_selem_register(handle, nullptr, nullptr)) < 0 || (result = snd_mixer_load(handle)) < 0) {
    error = "mixer " + card + ": " + snd_strerror(result);
    return nullptr;
  }
  if (!mixer->select(control)) {
    error = control.empty() ? "mixer " + card + ": no playback volume control"
                            : "mixer " + card + ": no playback volume control named " + control;
    return nullptr;
  }
  return mixer;
}

}  // namespace tonearm

#include "hardware_mixer.h"

#include <alsa/asoundlib.h>

#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace tonearm {
namespace {

// What cards call the control behind which the whole output lies, best first: DAC chips, the Pi's own jack, desktop and
// USB codecs, amplifier boards.
constexpr std::array<const char*, 9> kPreferred = {"Digital", "PCM",     "Master",    "DAC",     "Speaker",
                                                   "Headphone", "Playback", "Line Out", "Analogue"};

class AlsaMixer final : public Mixer {
 public:
  AlsaMixer(snd_mixer_t* mixer, std::string wanted) : mixer_(mixer), wanted_(std::move(wanted)) {}
  AlsaMixer(const AlsaMixer&) = delete;
  AlsaMixer& operator=(const AlsaMixer&) = delete;
  ~AlsaMixer() override {
    if (epoll_ >= 0) close(epoll_);
    snd_mixer_close(mixer_);
  }

  bool select() {
    element_ = wanted_.empty() ? best() : named(wanted_);
    if (element_ == nullptr) return false;
    snd_mixer_selem_get_playback_volume_range(element_, &minimum_, &maximum_);
    control_ = snd_mixer_selem_get_name(element_);
    // Another of that name is not the one that was meant.
    wanted_ = control_ + "," + std::to_string(snd_mixer_selem_get_index(element_));
    snd_mixer_elem_set_callback_private(element_, this);
    snd_mixer_elem_set_callback(element_, changed);
    return true;
  }

  const std::string& control() const override { return control_; }
  long minimum() const override { return minimum_; }
  long maximum() const override { return maximum_; }
  bool hasSwitch() const override { return element_ != nullptr && snd_mixer_selem_has_playback_switch(element_) != 0; }

  int read(MixerLevel& level) override {
    int error = refresh();
    if (error < 0) return error;
    error = loudest(level.steps);
    if (error < 0) return error;
    int on = 1;
    if (hasSwitch()) error = snd_mixer_selem_get_playback_switch(element_, SND_MIXER_SCHN_FRONT_LEFT, &on);
    level.muted = on == 0;
    return error;
  }

  int write(long steps) override {
    const int error = refresh();
    return error < 0 ? error : snd_mixer_selem_set_playback_volume_all(element_, steps);
  }

  int mute(bool on) override {
    const int error = refresh();
    if (error < 0) return error;
    return hasSwitch() ? snd_mixer_selem_set_playback_switch_all(element_, on ? 0 : 1) : 0;
  }

  bool decibels(long steps, long& hundredths) const override {
    return element_ != nullptr && snd_mixer_selem_ask_playback_vol_dB(element_, steps, &hundredths) == 0;
  }

  int descriptor() override {
    if (epoll_ >= 0) return epoll_;
    epoll_ = epoll_create1(EPOLL_CLOEXEC);
    if (epoll_ < 0) return -errno;
    const int error = gather();
    return error < 0 ? error : epoll_;
  }

  int take() override {
    const int events = refresh();
    if (events < 0) return events;
    const int error = gather();
    return error < 0 ? error : events;
  }

 private:
  // Takes what has happened to the card since, and returns as `take`. alsa-lib keeps the values: without it an old one
  // would be answered, and one that is written would go nowhere where it is the old one.
  int refresh() {
    const int events = snd_mixer_handle_events(mixer_);
    if (events < 0) return events;
    return element_ != nullptr || selectAgain() ? events : -ENODEV;
  }

  int loudest(long& steps) const {
    bool isKnown = false;
    for (int at = SND_MIXER_SCHN_FRONT_LEFT; at <= SND_MIXER_SCHN_LAST; at++) {
      const auto channel = static_cast<snd_mixer_selem_channel_id_t>(at);
      if (snd_mixer_selem_has_playback_channel(element_, channel) == 0) continue;
      long level = 0;
      const int error = snd_mixer_selem_get_playback_volume(element_, channel, &level);
      if (error < 0) return error;
      steps = isKnown ? std::max(steps, level) : level;
      isKnown = true;
    }
    return isKnown ? 0 : -EINVAL;
  }

  // Follows the descriptors of the card: a plugin may want others after each look, one of them for two purposes, and some
  // of them for none.
  int gather() {
    const int count = snd_mixer_poll_descriptors_count(mixer_);
    if (count <= 0) return count < 0 ? count : -ENOTSUP;
    std::vector<pollfd> polled(static_cast<size_t>(count));
    const int filled = snd_mixer_poll_descriptors(mixer_, polled.data(), static_cast<unsigned int>(count));
    if (filled < 0) return filled;
    polled.resize(static_cast<size_t>(std::min(filled, count)));
    std::map<int, uint32_t> wanted;
    for (const pollfd& each : polled) {
      if (each.fd >= 0 && each.events != 0) wanted[each.fd] |= static_cast<uint16_t>(each.events);  // as epoll has them
    }
    if (wanted == watched_) return 0;
    for (const auto& [descriptor, events] : watched_) epoll_ctl(epoll_, EPOLL_CTL_DEL, descriptor, nullptr);
    watched_.clear();
    for (const auto& [descriptor, events] : wanted) {
      epoll_event event{};
      event.events = events;
      event.data.fd = descriptor;
      if (epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event) < 0) return -errno;
      watched_[descriptor] = events;
    }
    return 0;
  }

  // A card may take its controls back, and have new ones at once: a speaker that was given another name does. One of
  // another range is another control.
  bool selectAgain() {
    const long minimum = minimum_, maximum = maximum_;
    if (!select()) return false;
    if (minimum_ == minimum && maximum_ == maximum) return true;
    element_ = nullptr;
    minimum_ = minimum;
    maximum_ = maximum;
    return false;
  }

  // An element that is removed is freed by alsa-lib behind this call.
  static int changed(snd_mixer_elem_t* element, unsigned int mask) {
    if (mask == SND_CTL_EVENT_MASK_REMOVE) {
      static_cast<AlsaMixer*>(snd_mixer_elem_get_callback_private(element))->element_ = nullptr;
    }
    return 0;
  }

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
  std::string wanted_;                   // as Mixer::open takes it
  snd_mixer_elem_t* element_ = nullptr;  // while the card has it
  std::string control_;
  long minimum_ = 0, maximum_ = 0;
  int epoll_ = -1;  // holds what is watched
  std::map<int, uint32_t> watched_;
};

}  // namespace

std::unique_ptr<Mixer> Mixer::open(const std::string& card, const std::string& control, std::string& error) {
  snd_mixer_t* handle = nullptr;
  int result = snd_mixer_open(&handle, 0);
  if (result < 0) {
    error = snd_strerror(result);
    return nullptr;
  }
  auto mixer = std::make_unique<AlsaMixer>(handle, control);
  if ((result = snd_mixer_attach(handle, card.c_str())) < 0 ||
      (result = snd_mixer_selem_register(handle, nullptr, nullptr)) < 0 || (result = snd_mixer_load(handle)) < 0) {
    error = "mixer " + card + ": " + snd_strerror(result);
    return nullptr;
  }
  if (!mixer->select()) {
    error = control.empty() ? "mixer " + card + ": no playback volume control"
                            : "mixer " + card + ": no playback volume control named " + control;
    return nullptr;
  }
  return mixer;
}

}  // namespace tonearm

// The hardware volume control of a sound card, in its own steps. Source: alsa-lib's simple mixer interface,
// https://www.alsa-project.org/alsa-doc/alsa-lib/group___simple_mixer.html
//
// Thread: one thread at a time. A call costs an ioctl or two; a USB card may take some milliseconds.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace tonearm {

struct MixerLevel {
  long steps = 0;      // raw position between minimum and maximum, of the loudest channel
  bool muted = false;  // false as well when the control has no switch
};

class Mixer {
 public:
  // `card` is a control name such as "hw:0"; `control` the name of a simple mixer control ("Digital", or "Line,1" with
  // its index), or empty for the card's best. On failure returns null and fills `error`.
  static std::unique_ptr<Mixer> open(const std::string& card, const std::string& control, std::string& error);
  virtual ~Mixer() = default;

  virtual const std::string& control() const = 0;
  virtual long minimum() const = 0;
  virtual long maximum() const = 0;
  virtual bool hasSwitch() const = 0;
  // 0, or -errno (-ENODEV: the card is gone).
  virtual int read(MixerLevel& level) = 0;
  virtual int write(long steps) = 0;
  virtual int mute(bool on) = 0;
  // Hundredths of a decibel at a step; false when the control does not know.
  virtual bool decibels(long steps, long& hundredths) const = 0;
  // A descriptor of the mixer's own that polls readable when something has happened to the card's controls; -errno where
  // there is none.
  virtual int descriptor() = 0;
  // Takes what has happened since: how many controls stand elsewhere than was known, which those written here do not, or
  // -errno when nothing will follow any more (the card is gone).
  virtual int take() = 0;
};

}  // namespace tonearm

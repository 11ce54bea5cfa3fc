// What a playback device takes, asked of it while nobody plays there. Source: alsa-lib's PCM hardware parameters,
// https://www.alsa-project.org/alsa-doc/alsa-lib/group___p_c_m___h_w___params.html
//
// Thread: any, but not the audio thread. The device is open for a few ioctls; nothing is set up in it and nothing starts.
#pragma once

#include <string>
#include <vector>

namespace tonearm {

struct PcmLimits {
  std::vector<std::string> formats;  // by the names of ALSA, such as "S24_3LE"
  std::vector<unsigned> rates;       // Hz: those of the question that the device has
  std::vector<unsigned> channels;
};

// `device` is a PCM name. Returns 0, or -errno: -EBUSY or -EAGAIN while somebody plays there, who is not disturbed.
int readPcmLimits(const std::string& device, const std::vector<unsigned>& rates, PcmLimits& limits);

}  // namespace tonearm

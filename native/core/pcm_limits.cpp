#include "pcm_limits.h"

#include <alsa/asoundlib.h>

namespace tonearm {
namespace {

// More than any card of a living room has.
constexpr unsigned kMostChannels = 32;

int readFrom(snd_pcm_t* pcm, const std::vector<unsigned>& rates, PcmLimits& limits) {
  snd_pcm_hw_params_t* hardware = nullptr;
  snd_pcm_hw_params_alloca(&hardware);
  int error = snd_pcm_hw_params_any(pcm, hardware);
  if (error < 0) return error;
  if ((error = snd_pcm_hw_params_set_rate_resample(pcm, hardware, 0)) < 0) return error;
  for (int format = 0; format <= SND_PCM_FORMAT_LAST; format++) {
    const auto candidate = static_cast<snd_pcm_format_t>(format);
    const char* name = snd_pcm_format_name(candidate);
    if (name != nullptr && snd_pcm_hw_params_test_format(pcm, hardware, candidate) == 0) limits.formats.push_back(name);
  }
  for (const unsigned rate : rates) {
    if (snd_pcm_hw_params_test_rate(pcm, hardware, rate, 0) == 0) limits.rates.push_back(rate);
  }
  for (unsigned channels = 1; channels <= kMostChannels; channels++) {
    if (snd_pcm_hw_params_test_channels(pcm, hardware, channels) == 0) limits.channels.push_back(channels);
  }
  return 0;
}

}  // namespace

int readPcmLimits(const std::string& device, const std::vector<unsigned>& rates, PcmLimits& limits) {
  snd_pcm_t* pcm = nullptr;
  int error = snd_pcm_open(&pcm, device.c_str(), SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK);
  if (error < 0) return error;
  error = readFrom(pcm, rates, limits);
  snd_pcm_close(pcm);
  return error;
}

}  // namespace tonearm

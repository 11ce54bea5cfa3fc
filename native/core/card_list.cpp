#include "card_list.h"

#include <alsa/asoundlib.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace tonearm {
namespace {

std::vector<CardPcm> playbackDevices(snd_ctl_t* control) {
  std::vector<CardPcm> found;
  snd_pcm_info_t* info = nullptr;
  snd_pcm_info_alloca(&info);
  for (int device = -1; snd_ctl_pcm_next_device(control, &device) == 0 && device >= 0;) {
    snd_pcm_info_set_device(info, static_cast<unsigned>(device));
    snd_pcm_info_set_subdevice(info, 0);
    snd_pcm_info_set_stream(info, SND_PCM_STREAM_PLAYBACK);
    if (snd_ctl_pcm_info(control, info) < 0) continue;  // it only records
    found.push_back({static_cast<unsigned>(device), snd_pcm_info_get_id(info), snd_pcm_info_get_name(info)});
  }
  return found;
}

bool look(int number, Card& card) {
  snd_ctl_t* control = nullptr;
  if (snd_ctl_open(&control, ("hw:" + std::to_string(number)).c_str(), SND_CTL_NONBLOCK) < 0) return false;
  snd_ctl_card_info_t* info = nullptr;
  snd_ctl_card_info_alloca(&info);
  const bool isThere = snd_ctl_card_info(control, info) == 0;
  if (isThere) {
    card.number = number;
    card.id = snd_ctl_card_info_get_id(info);
    card.driver = snd_ctl_card_info_get_driver(info);
    card.name = snd_ctl_card_info_get_name(info);
    card.longName = snd_ctl_card_info_get_longname(info);
    card.components = snd_ctl_card_info_get_components(info);
    card.pcms = playbackDevices(control);
  }
  snd_ctl_close(control);
  return isThere;
}

// Whether `default` is still what alsa.conf makes of it, and not a PCM of somebody's own.
bool isStandardOfCards(snd_config_t* top) {
  snd_config_t* node = nullptr;
  const char* meaning = nullptr;
  return snd_config_search(top, "pcm.default", &node) == 0 && snd_config_get_string(node, &meaning) == 0 &&
         std::strcmp(meaning, "cards.pcm.default") == 0;
}

// alsa.conf gives `default` its card by `defaults.pcm.card`, a number or an id; two variables go before it.
void readStandard(CardList& list) {
  snd_config_t *top = nullptr, *node = nullptr;
  if (snd_config_update_ref(&top) < 0) return;
  list.isStandardOwn = !isStandardOfCards(top);
  if (!list.isStandardOwn) {
    std::string named;
    for (const char* variable : {"ALSA_CARD", "ALSA_PCM_CARD"}) {
      const char* value = std::getenv(variable);
      if (value != nullptr && *value != '\0') named = value;
    }
    char* text = nullptr;
    if (named.empty() && snd_config_search(top, "defaults.pcm.card", &node) == 0 &&
        snd_config_get_ascii(node, &text) == 0) {
      named = text;
      std::free(text);
    }
    list.standard = std::max(snd_card_get_index(named.c_str()), -1);
  }
  snd_config_unref(top);
}

}  // namespace

CardList listCards() {
  snd_config_update_free_global();
  CardList list;
  for (int number = -1; snd_card_next(&number) == 0 && number >= 0;) {
    Card card;
    if (look(number, card)) list.cards.push_back(std::move(card));
  }
  readStandard(list);
  return list;
}

}  // namespace tonearm

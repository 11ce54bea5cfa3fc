// The sound cards of the machine and what can be played on. Source: alsa-lib's control interface,
// https://www.alsa-project.org/alsa-doc/alsa-lib/control.html
//
// Thread: any, but not the audio thread: a few ioctls and small files for each card. No PCM is opened, so a card that
// plays is not disturbed.
#pragma once

#include <string>
#include <vector>

namespace tonearm {

// A playback device of a card.
struct CardPcm {
  unsigned number = 0;
  std::string id, name;
};

struct Card {
  int number = -1;
  // As the kernel tells them: `id` is unique among the cards that are there, the others are for people.
  std::string id, driver, name, longName, components;
  std::vector<CardPcm> pcms;
};

struct CardList {
  std::vector<Card> cards;
  // Number of the card that the PCM `default` means; -1 when there is no such card.
  int standard = -1;
  // `default` is not what alsa.conf makes of it, but a PCM of somebody's own.
  bool isStandardOwn = false;
};

// A card that goes away while it is looked at is left out. What ALSA knew of the cards before is forgotten first: its
// configuration has parts that belong to single cards and are read once.
CardList listCards();

}  // namespace tonearm

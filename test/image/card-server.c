/*
 * Plug-in of nbdkit (API 2) that serves a card file as a disk with a volatile write cache, for tests of power cuts.
 *
 *     write ──▶ memory ──(flush, or more than CACHE_BYTES)──▶ card file
 *                  └──(cut SEED)──▶ some of it ──▶ card file, the rest is dropped
 *
 * Reads see the memory first. Parameters: card=FILE, control=SOCKET, and range=NAME,START,LENGTH (in bytes, several times)
 * for the counters of writes. Commands, one a line on the socket, each answered by a line of JSON:
 *   counters         writes, bytes and touched 4 KiB blocks of each range since the last reset, flushes, unflushed writes
 *   reset            sets the counters to 0
 *   log FILE         writes a line to FILE for each write from now on: Unix milliseconds, range, offset in it, bytes
 *   arm NAME N       freezes at the Nth write to a range from now on: that write is in the cache, but neither it nor
 *                    anything later is answered
 *   cut SEED         the power is gone: applies a random part of the cache, 512-byte sectors of a torn write one by one, and
 *                    serves nothing any more
 * Ending nbdkit without a cut applies everything.
 */
#define NBDKIT_API_VERSION 2
#define _GNU_SOURCE
#include <nbdkit-plugin.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define THREAD_MODEL NBDKIT_THREAD_MODEL_SERIALIZE_ALL_REQUESTS
#define UNUSED __attribute__((unused))
#define SECTOR 512u
#define BLOCK 4096u
/* A card or disk writes back by itself when its cache is full. */
#define CACHE_BYTES (32u * 1024 * 1024)
/* Slots of the table of cached sectors: a power of two, four times the sectors of a full cache and the largest request. */
#define SLOTS (1u << 19)
#define LARGEST_REQUEST (16u * 1024 * 1024)
#define MOST_RANGES 16

/* A write that was answered, but not flushed. */
struct write {
  uint64_t offset;
  uint32_t length;
  /* Forced unit access: part of no lottery. */
  int durable;
  unsigned char *data;
};

struct slot {
  uint64_t sector;
  const unsigned char *data;
};

struct range {
  char name[32];
  uint64_t start, length, writes, bytes, blocks;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const char *card_path, *control_path;
static int card = -1, listener = -1;
static uint64_t card_size;
static struct write *writes;
static size_t write_count, write_room, cached_bytes, slots_used_count, range_count;
static struct slot *slots;
static uint32_t *slots_used;
static struct range ranges[MOST_RANGES];
static struct range *armed;
static uint64_t armed_left, flushes, random_state;
static FILE *write_log;
static int frozen, is_cut;

static int pwrite_all(const void *data, size_t length, uint64_t offset) {
  while (length > 0) {
    ssize_t n = pwrite(card, data, length, (off_t)offset);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return -1;
    data = (const char *)data + n;
    length -= (size_t)n;
    offset += (uint64_t)n;
  }
  return 0;
}

static struct slot *find_slot(uint64_t sector) {
  uint32_t at = (uint32_t)((sector * 0x9e3779b97f4a7c15u) >> 45) & (SLOTS - 1);
  while (slots[at].data != NULL && slots[at].sector != sector) at = (at + 1) & (SLOTS - 1);
  return &slots[at];
}

static void index_write(const struct write *write) {
  for (uint32_t at = 0; at < write->length; at += SECTOR) {
    struct slot *slot = find_slot((write->offset + at) / SECTOR);
    if (slot->data == NULL) slots_used[slots_used_count++] = (uint32_t)(slot - slots);
    slot->sector = (write->offset + at) / SECTOR;
    slot->data = write->data + at;
  }
}

static void clear_index(void) {
  for (size_t n = 0; n < slots_used_count; n++) slots[slots_used[n]].data = NULL;
  slots_used_count = 0;
}

/* Applies the oldest writes to the card file, in order, and forgets them. Returns -1 when the file cannot be written. */
static int apply_oldest(size_t count) {
  int result = 0;
  for (size_t n = 0; n < count; n++) {
    if (pwrite_all(writes[n].data, writes[n].length, writes[n].offset) != 0) result = -1;
    cached_bytes -= writes[n].length;
    free(writes[n].data);
  }
  write_count -= count;
  memmove(writes, writes + count, write_count * sizeof *writes);
  clear_index();
  for (size_t n = 0; n < write_count; n++) index_write(&writes[n]);
  return result;
}

/* xorshift64*: the same seed cuts in the same way. */
static uint64_t next_random(void) {
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return random_state * 2685821657736338717u;
}

static int with_chance(unsigned percent) { return (next_random() >> 33) % 100 < percent; }

/* Applies a random part of the cache. The share of kept and of torn writes differs from seed to seed. */
static void cut(uint64_t seed, FILE *answer) {
  static const unsigned shares[] = {0, 10, 50, 90, 100};
  size_t kept = 0, torn = 0, dropped = 0, total = write_count;
  random_state = seed * 2 + 1;
  for (int n = 0; n < 8; n++) next_random();
  unsigned share = shares[(next_random() >> 33) % 5], tearing = share == 100 ? 0 : 20;
  for (size_t n = 0; n < write_count; n++) {
    const struct write *write = &writes[n];
    if (write->durable || with_chance(share)) {
      pwrite_all(write->data, write->length, write->offset);
      kept++;
    } else if (write->length > SECTOR && with_chance(tearing)) {
      for (uint32_t at = 0; at < write->length; at += SECTOR)
        if (with_chance(50)) pwrite_all(write->data + at, SECTOR, write->offset + at);
      torn++;
    } else {
      dropped++;
    }
  }
  clear_index();
  write_count = 0;
  cached_bytes = 0;
  is_cut = 1;
  pthread_cond_broadcast(&changed);
  fprintf(answer, "{\"unflushed\":%zu,\"kept\":%zu,\"torn\":%zu,\"dropped\":%zu,\"share\":%u}\n", total, kept, torn, dropped,
          share);
}

static struct range *range_of(uint64_t offset) {
  for (size_t n = 0; n < range_count; n++)
    if (offset >= ranges[n].start && offset - ranges[n].start < ranges[n].length) return &ranges[n];
  return NULL;
}

static void count_write(struct range *range, uint64_t offset, uint32_t length) {
  if (write_log != NULL) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    fprintf(write_log, "%lld %s %" PRIu64 " %u\n", (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000,
            range == NULL ? "-" : range->name, range == NULL ? offset : offset - range->start, length);
    fflush(write_log);
  }
  if (range == NULL) return;
  range->writes++;
  range->bytes += length;
  range->blocks += (offset + length - 1) / BLOCK - offset / BLOCK + 1;
}

static void say_counters(FILE *answer) {
  fprintf(answer, "{\"frozen\":%s,\"flushes\":%" PRIu64 ",\"unflushed\":%zu,\"ranges\":{", frozen ? "true" : "false",
          flushes, write_count);
  for (size_t n = 0; n < range_count; n++)
    fprintf(answer, "%s\"%s\":{\"writes\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"blocks\":%" PRIu64 "}", n == 0 ? "" : ",",
            ranges[n].name, ranges[n].writes, ranges[n].bytes, ranges[n].blocks);
  fprintf(answer, "}}\n");
}

static void obey(const char *line, FILE *answer) {
  char text[256];
  uint64_t number;
  if (strcmp(line, "counters") == 0) {
    say_counters(answer);
    return;
  }
  if (sscanf(line, "cut %" SCNu64, &number) == 1) {
    cut(number, answer);
    return;
  }
  int ok = 1;
  if (strcmp(line, "reset") == 0) {
    for (size_t n = 0; n < range_count; n++) ranges[n].writes = ranges[n].bytes = ranges[n].blocks = 0;
    flushes = 0;
  } else if (sscanf(line, "log %255s", text) == 1) {
    if (write_log != NULL) fclose(write_log);
    write_log = fopen(text, "we");
    ok = write_log != NULL;
  } else if (sscanf(line, "arm %31s %" SCNu64, text, &number) == 2) {
    armed = NULL;
    for (size_t n = 0; n < range_count; n++)
      if (strcmp(ranges[n].name, text) == 0) armed = &ranges[n];
    armed_left = number;
    ok = armed != NULL && number > 0;
  } else {
    ok = 0;
  }
  fprintf(answer, "{\"ok\":%s}\n", ok ? "true" : "false");
}

static void *serve_control(UNUSED void *nothing) {
  for (;;) {
    int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (connection < 0) continue;
    FILE *stream = fdopen(connection, "r+");
    char line[512];
    if (stream != NULL && fgets(line, sizeof line, stream) != NULL) {
      line[strcspn(line, "\n")] = '\0';
      fseek(stream, 0, SEEK_CUR);
      pthread_mutex_lock(&lock);
      obey(line, stream);
      pthread_mutex_unlock(&lock);
    }
    if (stream != NULL) fclose(stream);
  }
  return NULL;
}

static int card_config(const char *key, const char *value) {
  if (strcmp(key, "card") == 0) {
    card_path = value;
  } else if (strcmp(key, "control") == 0) {
    control_path = value;
  } else if (strcmp(key, "range") == 0) {
    struct range *range = &ranges[range_count];
    if (range_count == MOST_RANGES ||
        sscanf(value, "%31[^,],%" SCNu64 ",%" SCNu64, range->name, &range->start, &range->length) != 3) {
      nbdkit_error("range=%s: want NAME,START,LENGTH", value);
      return -1;
    }
    range_count++;
  } else {
    nbdkit_error("unknown parameter %s", key);
    return -1;
  }
  return 0;
}

static int card_get_ready(void) {
  struct stat status;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (card_path == NULL || control_path == NULL || strlen(control_path) >= sizeof address.sun_path) {
    nbdkit_error("card= and control= are needed");
    return -1;
  }
  card = open(card_path, O_RDWR | O_CLOEXEC);
  if (card < 0 || fstat(card, &status) != 0) {
    nbdkit_error("%s: %m", card_path);
    return -1;
  }
  card_size = (uint64_t)status.st_size / SECTOR * SECTOR;
  slots = calloc(SLOTS, sizeof *slots);
  slots_used = calloc(SLOTS, sizeof *slots_used);
  strcpy(address.sun_path, control_path);
  unlink(control_path);
  listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (slots == NULL || slots_used == NULL || listener < 0 ||
      bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 8) != 0) {
    nbdkit_error("%s: %m", control_path);
    return -1;
  }
  return 0;
}

static int card_after_fork(void) {
  pthread_t thread;
  return pthread_create(&thread, NULL, serve_control, NULL) == 0 ? 0 : -1;
}

static void card_unload(void) {
  if (card >= 0 && !is_cut) apply_oldest(write_count);
}

static void *card_open(UNUSED int readonly) {
  return &card;
}

static int64_t card_get_size(UNUSED void *handle) {
  return (int64_t)card_size;
}

static int card_block_size(UNUSED void *handle, uint32_t *minimum, uint32_t *preferred, uint32_t *maximum) {
  *minimum = SECTOR;
  *preferred = BLOCK;
  *maximum = LARGEST_REQUEST;
  return 0;
}

static int native_fua(UNUSED void *handle) {
  return NBDKIT_FUA_NATIVE;
}

/* With the lock. Waits while frozen; returns -1 with errno set once the power is gone. */
static int may_serve(void) {
  while (frozen && !is_cut) pthread_cond_wait(&changed, &lock);
  if (!is_cut) return 0;
  nbdkit_set_error(EIO);
  return -1;
}

static int card_pread(UNUSED void *handle, void *buffer, uint32_t length, uint64_t offset, UNUSED uint32_t flags) {
  pthread_mutex_lock(&lock);
  int result = may_serve();
  for (uint32_t done = 0; result == 0 && done < length;) {
    ssize_t n = pread(card, (char *)buffer + done, length - done, (off_t)(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) result = -1;
    else done += (uint32_t)n;
  }
  for (uint32_t at = 0; result == 0 && slots_used_count > 0 && at < length; at += SECTOR) {
    const struct slot *slot = find_slot((offset + at) / SECTOR);
    if (slot->data != NULL) memcpy((char *)buffer + at, slot->data, SECTOR);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static int card_pwrite(UNUSED void *handle, const void *buffer, uint32_t length, uint64_t offset, uint32_t flags) {
  pthread_mutex_lock(&lock);
  int result = may_serve();
  if (result == 0) {
    if (cached_bytes + length > CACHE_BYTES) result = apply_oldest((write_count + 1) / 2);
    if (cached_bytes + length > CACHE_BYTES) result |= apply_oldest(write_count);
    if (write_count == write_room) {
      write_room = write_room == 0 ? 1024 : write_room * 2;
      writes = realloc(writes, write_room * sizeof *writes);
      if (writes == NULL) abort();
    }
    struct write *write = &writes[write_count++];
    *write = (struct write){offset, length, (flags & NBDKIT_FLAG_FUA) != 0, malloc(length)};
    if (write->data == NULL) abort();
    memcpy(write->data, buffer, length);
    cached_bytes += length;
    index_write(write);
    struct range *range = range_of(offset);
    count_write(range, offset, length);
    if (armed != NULL && armed == range && --armed_left == 0) {
      armed = NULL;
      frozen = 1;
      result = may_serve();
    }
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static int card_flush(UNUSED void *handle, UNUSED uint32_t flags) {
  pthread_mutex_lock(&lock);
  int result = may_serve();
  if (result == 0) {
    flushes++;
    result = apply_oldest(write_count);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static struct nbdkit_plugin plugin = {
    .name = "card",
    .longname = "card with a volatile write cache",
    .config = card_config,
    .get_ready = card_get_ready,
    .after_fork = card_after_fork,
    .unload = card_unload,
    .open = card_open,
    .get_size = card_get_size,
    .block_size = card_block_size,
    .can_fua = native_fua,
    .pread = card_pread,
    .pwrite = card_pwrite,
    .flush = card_flush,
};

NBDKIT_REGISTER_PLUGIN(plugin)

/*
 * tonearm_mixer: an ALSA mixer whose hardware registers are a small text file.
 *
 * Role: a stand-in for a DAC's mixer in tests: "<element> Playback Volume"
 * (stereo, whole steps, with or without dB) and "<element> Playback Switch"
 * (one boolean, may be left out). Every process that opens it sees the same
 * values and gets an event for each change, whoever made it: another process,
 * or a test that wrote the file.
 *
 * Opening blocks while the file exists that the configuration names as `hang`.
 *
 * State file: "volume LEFT RIGHT\nswitch 0|1\nelements N\n", the last line
 * being 1 if it is left out. It is replaced as a whole (rename), so that a
 * reader never sees half of it. With another N the card removes its
 * elements and adds new ones of the same names at once, as a speaker's mixer does;
 * with 0 it has none.
 *
 * Configuration: README.md beside this file.
 * API: alsa-lib, "External Control Plugins" (control_external.h).
 */
#define _GNU_SOURCE
#ifndef PIC
#define PIC 1 /* alsa/global.h exports the versioned symbol only with it */
#endif
#include <alsa/asoundlib.h>
#include <alsa/control_external.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>

/* Keys of the elements, and their indexes in the list. */
enum element { VOLUME, SWITCH, ELEMENT_COUNT };

struct levels {
	long volume[2]; /* left, right; min..max of the configuration */
	long on;        /* 0: muted */
	long elements;  /* which ones there are; 0: none */
};

struct mixer {
	snd_ctl_ext_t ext;
	char *state_path, *lock_path;
	int log; /* -1: no log */
	char names[ELEMENT_COUNT][44];
	long min, max;
	bool has_db, has_switch;
	unsigned int db_scale[4]; /* a TLV: type, bytes, lowest hundredth of a dB, step */
	struct levels announced;  /* values last reported to the client */
	long renewing;            /* the elements that are being announced */
	int renewed;              /* events of that reported so far; 0: it is over */
};

/* ---- State file --------------------------------------------------------- */

static long clamp(const struct mixer *m, long value)
{
	return value < m->min ? m->min : value > m->max ? m->max : value;
}

/* A missing or broken file reads as full volume, unmuted: what hardware does after reset. */
static struct levels load(const struct mixer *m)
{
	struct levels levels = { { m->max, m->max }, 1, 1 };
	FILE *file = fopen(m->state_path, "re");

	if (!file)
		return levels;
	if (fscanf(file, "volume %ld %ld switch %ld elements %ld", &levels.volume[0], &levels.volume[1], &levels.on,
		   &levels.elements) < 2)
		SNDERR("tonearm_mixer: cannot read %s", m->state_path);
	fclose(file);
	levels.volume[0] = clamp(m, levels.volume[0]);
	levels.volume[1] = clamp(m, levels.volume[1]);
	levels.on = !!levels.on;
	return levels;
}

static int save(const struct mixer *m, const struct levels *levels)
{
	char temporary[PATH_MAX];
	FILE *file;
	int failed;

	snprintf(temporary, sizeof(temporary), "%s.%ld.new", m->state_path, (long)getpid());
	file = fopen(temporary, "we");
	if (!file)
		return -errno;
	failed = fprintf(file, "volume %ld %ld\nswitch %ld\nelements %ld\n", levels->volume[0], levels->volume[1],
			 levels->on, levels->elements) < 0;
	failed |= fclose(file) != 0;
	if (failed || rename(temporary, m->state_path) < 0)
		return -EIO;
	return 0;
}

static long long now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void log_change(const struct mixer *m, enum element element, const struct levels *levels)
{
	long long ns = now_ns();

	if (m->log < 0)
		return;
	if (element == VOLUME)
		dprintf(m->log, "%lld VOLUME left=%ld right=%ld\n", ns, levels->volume[0], levels->volume[1]);
	else
		dprintf(m->log, "%lld SWITCH on=%ld\n", ns, levels->on);
}

/* Writes one element under the lock that all writers share. Returns 1 if it changed, else 0. */
static int store(const struct mixer *m, enum element element, const long *value)
{
	int lock = open(m->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	struct levels before, after;
	int error = 0;

	if (lock < 0)
		return -errno;
	flock(lock, LOCK_EX);
	before = after = load(m);
	if (element == VOLUME)
		memcpy(after.volume, value, sizeof(after.volume));
	else
		after.on = !!value[0];
	log_change(m, element, &after);
	if (memcmp(&before, &after, sizeof(after)))
		error = save(m, &after);
	close(lock);
	return error < 0 ? error : memcmp(&before, &after, sizeof(after)) != 0;
}

/* ---- Elements ----------------------------------------------------------- */

static int count_elements(const struct mixer *m)
{
	return m->has_switch ? 2 : 1;
}

static int mixer_elem_count(snd_ctl_ext_t *ext)
{
	const struct mixer *m = ext->private_data;

	return load(m).elements ? count_elements(m) : 0;
}

static int mixer_elem_list(snd_ctl_ext_t *ext, unsigned int offset, snd_ctl_elem_id_t *id)
{
	const struct mixer *m = ext->private_data;

	if (offset >= (unsigned int)count_elements(m))
		return -EINVAL;
	snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
	snd_ctl_elem_id_set_name(id, m->names[offset]);
	return 0;
}

static snd_ctl_ext_key_t mixer_find_elem(snd_ctl_ext_t *ext, const snd_ctl_elem_id_t *id)
{
	const struct mixer *m = ext->private_data;
	const char *name = snd_ctl_elem_id_get_name(id);
	int element;

	for (element = 0; element < count_elements(m); element++)
		if (!strcmp(name, m->names[element]))
			return element;
	return SND_CTL_EXT_KEY_NOT_FOUND;
}

static int mixer_get_attribute(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int *type, unsigned int *access,
			       unsigned int *count)
{
	const struct mixer *m = ext->private_data;

	*access = SND_CTL_EXT_ACCESS_READWRITE;
	if (key == VOLUME) {
		*type = SND_CTL_ELEM_TYPE_INTEGER;
		*count = 2;
		if (m->has_db)
			*access |= SND_CTL_EXT_ACCESS_TLV_READ;
	} else {
		*type = SND_CTL_ELEM_TYPE_BOOLEAN;
		*count = 1;
	}
	return 0;
}

static int mixer_get_integer_info(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *min, long *max, long *step)
{
	const struct mixer *m = ext->private_data;

	*min = key == VOLUME ? m->min : 0;
	*max = key == VOLUME ? m->max : 1;
	*step = 1;
	return 0;
}

static int mixer_read_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value)
{
	struct levels levels = load(ext->private_data);

	if (key == VOLUME)
		memcpy(value, levels.volume, sizeof(levels.volume));
	else
		value[0] = levels.on;
	return 0;
}

/* As the kernel's codec drivers: a value out of range is refused, not clamped. */
static int mixer_write_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value)
{
	const struct mixer *m = ext->private_data;

	if (key == VOLUME && (clamp(m, value[0]) != value[0] || clamp(m, value[1]) != value[1]))
		return -EINVAL;
	return store(m, key, value);
}

/* ---- Events ------------------------------------------------------------- */

/* Reports the elements that are removed, then those that are added, one a call. */
static enum element next_renewal(struct mixer *m, const struct levels *now, unsigned int *mask)
{
	int count = count_elements(m);
	int gone = m->announced.elements ? count : 0;
	int at = m->renewed;

	if (at == 0)
		m->renewing = now->elements;
	m->renewed = at + 1 < gone + (m->renewing ? count : 0) ? at + 1 : 0;
	if (m->renewed == 0) {
		m->announced = *now;
		m->announced.elements = m->renewing;
	}
	*mask = at < gone ? SND_CTL_EVENT_MASK_REMOVE : SND_CTL_EVENT_MASK_ADD;
	return at < gone ? at : at - gone;
}

/* Marks one changed element as announced and returns it, or ELEMENT_COUNT. */
static enum element next_change(struct mixer *m, unsigned int *mask)
{
	struct levels now = load(m);

	*mask = SND_CTL_EVENT_MASK_VALUE;
	if (m->renewed || now.elements != m->announced.elements)
		return next_renewal(m, &now, mask);
	if (!now.elements)
		return ELEMENT_COUNT;
	if (memcmp(now.volume, m->announced.volume, sizeof(now.volume))) {
		memcpy(m->announced.volume, now.volume, sizeof(now.volume));
		return VOLUME;
	}
	if (m->has_switch && now.on != m->announced.on) {
		m->announced.on = now.on;
		return SWITCH;
	}
	return ELEMENT_COUNT;
}

static void drain_inotify(int descriptor)
{
	char events[4096];

	while (read(descriptor, events, sizeof(events)) > 0)
		;
}

static void mixer_subscribe_events(snd_ctl_ext_t *ext, int subscribe)
{
	struct mixer *m = ext->private_data;

	if (!subscribe)
		return;
	drain_inotify(ext->poll_fd);
	m->announced = load(m);
	m->renewed = 0;
}

/* The descriptor is drained only when nothing is left to report, so it stays readable until then. */
static int mixer_read_event(snd_ctl_ext_t *ext, snd_ctl_elem_id_t *id, unsigned int *mask)
{
	struct mixer *m = ext->private_data;
	enum element changed;

	if (!ext->subscribed)
		return -EAGAIN;
	changed = next_change(m, mask);
	if (changed == ELEMENT_COUNT) {
		drain_inotify(ext->poll_fd);
		changed = next_change(m, mask);
	}
	if (changed == ELEMENT_COUNT)
		return -EAGAIN;
	mixer_elem_list(ext, changed, id);
	snd_ctl_elem_id_set_numid(id, changed + 1); /* alsa-lib's numbering of the list */
	return 1;
}

static void free_mixer(struct mixer *m)
{
	if (m->ext.poll_fd >= 0)
		close(m->ext.poll_fd);
	if (m->log >= 0)
		close(m->log);
	free(m->state_path);
	free(m->lock_path);
	free(m);
}

static void mixer_close(snd_ctl_ext_t *ext)
{
	free_mixer(ext->private_data);
}

static const snd_ctl_ext_callback_t callbacks = {
	.close = mixer_close,
	.elem_count = mixer_elem_count,
	.elem_list = mixer_elem_list,
	.find_elem = mixer_find_elem,
	.get_attribute = mixer_get_attribute,
	.get_integer_info = mixer_get_integer_info,
	.read_integer = mixer_read_integer,
	.write_integer = mixer_write_integer,
	.subscribe_events = mixer_subscribe_events,
	.read_event = mixer_read_event,
};

/* ---- Configuration ------------------------------------------------------ */

struct settings {
	const char *state, *log, *hang, *element, *db;
	long min, max;
	int has_switch;
};

static int read_setting(struct settings *s, const char *id, const snd_config_t *node)
{
	if (!strcmp(id, "state"))
		return snd_config_get_string(node, &s->state);
	if (!strcmp(id, "log"))
		return snd_config_get_string(node, &s->log);
	if (!strcmp(id, "hang"))
		return snd_config_get_string(node, &s->hang);
	if (!strcmp(id, "element"))
		return snd_config_get_string(node, &s->element);
	if (!strcmp(id, "db"))
		return snd_config_get_string(node, &s->db);
	if (!strcmp(id, "min"))
		return snd_config_get_integer(node, &s->min);
	if (!strcmp(id, "max"))
		return snd_config_get_integer(node, &s->max);
	if (!strcmp(id, "switch")) {
		s->has_switch = snd_config_get_bool(node);
		return s->has_switch < 0 ? s->has_switch : 0;
	}
	return -EINVAL;
}

static int read_settings(struct settings *s, const snd_config_t *conf)
{
	snd_config_iterator_t i, next;

	snd_config_for_each(i, next, conf) {
		snd_config_t *node = snd_config_iterator_entry(i);
		const char *id;
		if (snd_config_get_id(node, &id) < 0)
			continue;
		if (!strcmp(id, "type") || !strcmp(id, "comment") || !strcmp(id, "hint"))
			continue;
		if (read_setting(s, id, node) < 0) {
			SNDERR("tonearm_mixer: bad field %s", id);
			return -EINVAL;
		}
	}
	if (!s->state || s->min >= s->max) {
		SNDERR("tonearm_mixer: needs a state file, and min below max");
		return -EINVAL;
	}
	return 0;
}

/*
 * Reads "LOWEST STEP [mute]": hundredths of a decibel at min, and of each
 * step, and whether min is silence; or "none". Whole numbers, as in a TLV: the
 * decimal point would depend on the client's locale.
 */
static int read_db(struct mixer *m, const char *db)
{
	char word[8] = "";
	int lowest, step;

	if (!strcmp(db, "none"))
		return 0;
	if (sscanf(db, "%d %d %7s", &lowest, &step, word) < 2) {
		SNDERR("tonearm_mixer: bad db %s", db);
		return -EINVAL;
	}
	m->has_db = true;
	m->db_scale[0] = SND_CTL_TLVT_DB_SCALE;
	m->db_scale[1] = 2 * sizeof(unsigned int);
	m->db_scale[2] = (unsigned int)lowest;
	m->db_scale[3] = (unsigned int)step | (strcmp(word, "mute") ? 0 : 0x10000);
	return 0;
}

/* Watches the folder, since each change puts a new file in the old one's place. */
static int watch(const struct mixer *m)
{
	char *copy = strdup(m->state_path);
	int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

	if (copy && descriptor >= 0 && inotify_add_watch(descriptor, dirname(copy), IN_MOVED_TO | IN_CLOSE_WRITE) < 0) {
		close(descriptor);
		descriptor = -1;
	}
	free(copy);
	return descriptor;
}

static int set_up(struct mixer *m, const struct settings *s)
{
	m->min = s->min;
	m->max = s->max;
	m->has_switch = s->has_switch;
	snprintf(m->names[VOLUME], sizeof(m->names[VOLUME]), "%s Playback Volume", s->element);
	snprintf(m->names[SWITCH], sizeof(m->names[SWITCH]), "%s Playback Switch", s->element);
	m->state_path = strdup(s->state);
	if (!m->state_path || asprintf(&m->lock_path, "%s.lock", s->state) < 0)
		return -ENOMEM;
	if (s->log && (m->log = open(s->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644)) < 0)
		return -errno;
	m->ext.poll_fd = watch(m);
	if (m->ext.poll_fd < 0)
		return -errno;
	return read_db(m, s->db);
}

/* Blocks as a plugin does whose service hangs; a minute at the most, as a test may end before it is over. */
static void wait_while(const struct mixer *m, const char *hang)
{
	const struct timespec moment = { 0, 5000000 };
	int left = 12000;

	if (!hang || access(hang, F_OK) < 0)
		return;
	if (m->log >= 0)
		dprintf(m->log, "%lld HANG\n", now_ns());
	while (access(hang, F_OK) == 0 && left-- > 0)
		nanosleep(&moment, NULL);
}

static int create_mixer(snd_ctl_t **handle, const struct settings *s, const char *name, int mode)
{
	struct mixer *m = calloc(1, sizeof(*m));
	int error;

	if (!m)
		return -ENOMEM;
	m->log = m->ext.poll_fd = -1;
	m->ext.version = SND_CTL_EXT_VERSION;
	strcpy(m->ext.id, "rig");
	strcpy(m->ext.driver, "tonearm_mixer");
	strcpy(m->ext.name, "Tonearm test rig");
	strcpy(m->ext.longname, "Tonearm test rig");
	strcpy(m->ext.mixername, "Tonearm test rig");
	m->ext.callback = &callbacks;
	m->ext.private_data = m;
	m->ext.tlv.p = m->db_scale;
	error = set_up(m, s);
	if (error >= 0)
		wait_while(m, s->hang);
	if (error >= 0)
		error = snd_ctl_ext_create(&m->ext, name, mode);
	if (error < 0) {
		free_mixer(m);
		return error;
	}
	*handle = m->ext.handle;
	return 0;
}

SND_CTL_PLUGIN_DEFINE_FUNC(tonearm_mixer)
{
	struct settings settings = { .element = "PCM", .db = "-12750 50", .min = 0, .max = 255, .has_switch = 1 };
	int error = read_settings(&settings, conf);

	(void)root;
	return error < 0 ? error : create_mixer(handlep, &settings, name, mode);
}

SND_CTL_PLUGIN_SYMBOL(tonearm_mixer);

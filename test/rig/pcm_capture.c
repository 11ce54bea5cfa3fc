/*
 * tonearm_capture: an ALSA playback device whose loudspeaker is a file.
 *
 * Role: a stand-in for a sound card in tests and benches. It consumes frames
 * in real time (CLOCK_MONOTONIC, times `speed`) and appends to a raw file
 * exactly the frames that its hardware pointer has passed, in the client's
 * format, interleaved: what a listener would hear. Frames that were
 * dropped, rewound or overwritten before they were due never reach the file.
 *
 * It never starts a thread: the hardware pointer moves when alsa-lib or the
 * client asks for it, so an idle device costs nothing. It never assumes one
 * caller: alsa-lib calls poll_revents without the PCM's lock, hence ours.
 *
 * Configuration, log format and faults: README.md beside this file.
 * API: alsa-lib, "External Plugin: I/O Plugin" (pcm_ioplug.h).
 */
#define _GNU_SOURCE
#ifndef PIC
#define PIC 1 /* alsa/global.h exports the versioned symbol only with it */
#endif
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define NANOSECONDS_PER_SECOND 1000000000LL
#define CONTROL_CHECK_INTERVAL_NS 4000000LL
#define MAX_LIST 16

/* Timer deadlines besides a time of CLOCK_MONOTONIC. */
#define NEVER 0LL
#define AT_ONCE 1LL

/* What the device is doing. DRAINING is RUNNING here; io.state tells them apart. */
enum phase {
	PHASE_SETUP,     /* no data, no clock */
	PHASE_PREPARED,  /* takes data, the clock is stopped */
	PHASE_RUNNING,   /* the clock runs */
	PHASE_PAUSED,    /* data kept, the clock is stopped */
	PHASE_XRUN,      /* ran dry; only prepare leaves it */
	PHASE_UNPLUGGED, /* gone; only close leaves it */
};

enum fault { FAULT_NONE, FAULT_XRUN, FAULT_UNPLUG, FAULT_LOSE, FAULT_BUSY, FAULT_HOLD };

struct device {
	snd_pcm_ioplug_t io;
	pthread_mutex_t lock; /* guards everything below */

	int timer;   /* timerfd, the one poll descriptor */
	int capture; /* the raw file; flock'ed: one client at a time */
	int log;     /* -1: no log */
	char *control_path;
	double speed;
	bool patient;

	/* hw_params */
	size_t frame_bytes;
	unsigned char *ring; /* io.buffer_size frames, interleaved; NULL before hw_params */
	snd_pcm_channel_area_t *ring_areas;

	/* sw_params */
	snd_pcm_uframes_t boundary, avail_min, stop_threshold;
	bool silence_behind; /* silence_size = boundary: played frames become silence */

	enum phase phase;
	bool awaiting_first; /* no transfer since prepare */
	bool starving;       /* patient only: logged once until data comes */
	unsigned int offered; /* number of polls that reported free space since the last transfer */
	bool lost;           /* UNPLUGGED, but as a speaker loses its link: the position stays */

	/* Positions in frames since prepare, modulo boundary. */
	snd_pcm_uframes_t hw;       /* the next frame to be played */
	snd_pcm_uframes_t reported; /* `hw` as last reported to alsa-lib */
	snd_pcm_uframes_t recorded; /* the next frame to be appended to the file */
	snd_pcm_uframes_t written;  /* behind the last frame that was transferred */
	uint64_t captured_bytes;    /* size of the file */

	/* clock_frames have been played since clock_start_ns. */
	long long clock_start_ns;
	uint64_t clock_frames;

	long long armed_ns; /* what the timer is set to */

	long long control_checked_ns;
	struct timespec control_changed;
	enum fault fault;
	uint64_t hold_frames; /* HOLD: the capture's frame at which the clock stops */
	bool held;            /* the clock is stopped there: logged once a HOLD */
};

static long long monotonic_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NANOSECONDS_PER_SECOND + now.tv_nsec;
}

/* One event, one write: lines of several processes never mix. */
__attribute__((format(printf, 3, 4)))
static void log_event(const struct device *d, long long ns, const char *format, ...)
{
	char line[256];
	va_list arguments;
	int length;

	if (d->log < 0)
		return;
	length = snprintf(line, sizeof(line), "%lld ", ns);
	va_start(arguments, format);
	length += vsnprintf(line + length, sizeof(line) - length - 1, format, arguments);
	va_end(arguments);
	if (length > (int)sizeof(line) - 2)
		length = sizeof(line) - 2;
	line[length++] = '\n';
	if (write(d->log, line, length) < 0)
		SNDERR("rig log: %s", strerror(errno));
}

/* ---- Positions ---------------------------------------------------------- */

/* to - from on the circle of `boundary` frames: negative when `to` lies behind. */
static int64_t frames_between(const struct device *d, snd_pcm_uframes_t from, snd_pcm_uframes_t to)
{
	int64_t distance = (int64_t)to - (int64_t)from;
	int64_t boundary = (int64_t)d->boundary;

	if (distance > boundary / 2)
		distance -= boundary;
	else if (distance < -(boundary / 2))
		distance += boundary;
	return distance;
}

static snd_pcm_uframes_t position_after(const struct device *d, snd_pcm_uframes_t position, uint64_t frames)
{
	return (snd_pcm_uframes_t)((position + frames) % d->boundary);
}

/* A client is woken when so many frames are free: a card interrupts once a period. */
static snd_pcm_uframes_t wake_frames(const struct device *d)
{
	return d->avail_min > d->io.period_size ? d->avail_min : d->io.period_size;
}

static double frames_per_ns(const struct device *d)
{
	return d->io.rate * d->speed / NANOSECONDS_PER_SECOND;
}

/* ---- The file ----------------------------------------------------------- */

static void append(struct device *d, const unsigned char *bytes, size_t count)
{
	d->captured_bytes += count;
	while (count > 0) {
		ssize_t done = write(d->capture, bytes, count);
		if (done < 0) {
			if (errno == EINTR)
				continue;
			SNDERR("rig capture: %s", strerror(errno));
			return;
		}
		bytes += done;
		count -= done;
	}
}

static uint64_t unrecorded_frames(const struct device *d)
{
	return (uint64_t)frames_between(d, d->recorded, d->hw);
}

/* Appends the frames played since the last call. */
static void record(struct device *d)
{
	uint64_t left;

	if (!d->ring)
		return;
	for (left = unrecorded_frames(d); left > 0;) {
		snd_pcm_uframes_t offset = d->recorded % d->io.buffer_size;
		snd_pcm_uframes_t frames = d->io.buffer_size - offset;
		if (frames > left)
			frames = left;
		append(d, d->ring + offset * d->frame_bytes, frames * d->frame_bytes);
		if (d->silence_behind)
			snd_pcm_areas_silence(d->ring_areas, offset, d->io.channels, frames, d->io.format);
		d->recorded = position_after(d, d->recorded, frames);
		left -= frames;
	}
}

/* ---- The clock ---------------------------------------------------------- */

static void move_hw(struct device *d, uint64_t frames)
{
	d->hw = position_after(d, d->hw, frames);
	d->clock_frames += frames;
}

static void start_clock(struct device *d, long long now)
{
	d->clock_start_ns = now;
	d->clock_frames = 0;
}

static void enter_xrun(struct device *d, long long now, bool injected)
{
	record(d);
	d->phase = PHASE_XRUN;
	log_event(d, now, "XRUN injected=%d played=%lu bytes=%llu", injected, d->hw,
		  (unsigned long long)d->captured_bytes);
}

/*
 * A fast device would multiply every moment in which the machine keeps its
 * client from a processor. It stops while frames that were rewound are
 * not replaced, and from one call of its client to the next it plays no more
 * than what the client is woken for.
 */
static int64_t wait_for_client(struct device *d, long long now, int64_t due)
{
	int64_t most = wake_frames(d);

	if (frames_between(d, d->written, d->io.appl_ptr) < 0)
		most = 0;
	if (due <= most)
		return due;
	start_clock(d, now - (long long)((double)most / frames_per_ns(d)));
	return most;
}

/* Stops the clock at the frame of `hold`. */
static int64_t wait_for_test(struct device *d, long long now, int64_t due)
{
	int64_t most = (int64_t)d->hold_frames - (int64_t)(d->captured_bytes / d->frame_bytes + unrecorded_frames(d));

	if (d->fault != FAULT_HOLD || due < most)
		return due;
	if (!d->held)
		log_event(d, now, "HELD frames=%llu", (unsigned long long)d->hold_frames);
	d->held = true;
	start_clock(d, now - (long long)((double)(most > 0 ? most : 0) / frames_per_ns(d)));
	return most > 0 ? most : 0;
}

/*
 * Moves the hardware pointer to where it is at `now`. As in the kernel, avail
 * reaching stop_threshold is an xrun unless the device is draining; a
 * threshold of `boundary` plays on, with whatever the ring holds.
 */
static void advance(struct device *d, long long now)
{
	int64_t queued, until_stop, due;
	double clock;

	if (d->phase != PHASE_RUNNING)
		return;
	clock = floor((double)(now - d->clock_start_ns) * frames_per_ns(d));
	due = (int64_t)clock - (int64_t)d->clock_frames;
	queued = frames_between(d, d->hw, d->io.appl_ptr);
	if (d->speed > 1 && d->io.state != SND_PCM_STATE_DRAINING)
		due = wait_for_client(d, now, due);
	due = wait_for_test(d, now, due);
	if (d->io.state == SND_PCM_STATE_DRAINING) {
		if (due > queued)
			due = queued;
		if (due > 0)
			move_hw(d, due);
		return;
	}
	until_stop = queued - (int64_t)d->io.buffer_size + (int64_t)d->stop_threshold;
	if (due < until_stop) {
		if (due > 0)
			move_hw(d, due);
		return;
	}
	if (until_stop > 0)
		move_hw(d, until_stop);
	if (!d->patient || d->offered > 1) {
		enter_xrun(d, now, false);
		return;
	}
	start_clock(d, now);
	if (!d->starving)
		log_event(d, now, "STARVED played=%lu", d->hw);
	d->starving = true;
}

/* ---- Poll --------------------------------------------------------------- */

/* When the hardware pointer will have moved on by so many frames. */
static long long time_after(const struct device *d, int64_t frames)
{
	double clock = (double)d->clock_frames + (double)frames;

	return d->clock_start_ns + (long long)ceil(clock / frames_per_ns(d)) + 1;
}

/*
 * When a client that waits with this application pointer is to be woken.
 * A card interrupts once a period, so a small avail_min does not make it wake
 * a client more often than that; frames that were free all along do at once.
 */
static long long wake_time(const struct device *d, snd_pcm_uframes_t appl)
{
	int64_t queued, avail, wanted;

	if (!d->ring || d->phase == PHASE_SETUP || d->phase == PHASE_XRUN || d->phase == PHASE_UNPLUGGED)
		return AT_ONCE;
	queued = frames_between(d, d->hw, appl);
	avail = (int64_t)d->io.buffer_size - queued;
	if (d->phase != PHASE_RUNNING)
		return avail >= (int64_t)d->avail_min ? AT_ONCE : NEVER;
	if (d->io.state == SND_PCM_STATE_DRAINING)
		return time_after(d, queued);
	wanted = wake_frames(d);
	if (avail >= (int64_t)d->avail_min && avail < wanted)
		return AT_ONCE;
	return time_after(d, wanted - avail);
}

/* Sets the timer, which stays readable from its deadline until it is set anew. */
static void arm(struct device *d, snd_pcm_uframes_t appl)
{
	struct itimerspec timer = { 0 };
	long long deadline = wake_time(d, appl);

	if (deadline == d->armed_ns)
		return;
	d->armed_ns = deadline;
	timer.it_value.tv_sec = deadline / NANOSECONDS_PER_SECOND;
	timer.it_value.tv_nsec = deadline % NANOSECONDS_PER_SECOND;
	timerfd_settime(d->timer, TFD_TIMER_ABSTIME, &timer, NULL);
}

/* ---- Faults ------------------------------------------------------------- */

/* `frames` gets the number behind `hold`. */
static enum fault read_fault(const char *path, uint64_t *frames)
{
	char word[32] = "";
	int file = open(path, O_RDONLY | O_CLOEXEC);

	if (file < 0)
		return FAULT_NONE;
	if (read(file, word, sizeof(word) - 1) < 0)
		word[0] = '\0';
	close(file);
	if (sscanf(word, "hold %" SCNu64, frames) == 1)
		return FAULT_HOLD;
	word[strcspn(word, " \r\n")] = '\0';
	if (!strcmp(word, "xrun"))
		return FAULT_XRUN;
	if (!strcmp(word, "unplug"))
		return FAULT_UNPLUG;
	if (!strcmp(word, "lose"))
		return FAULT_LOSE;
	if (!strcmp(word, "busy"))
		return FAULT_BUSY;
	return FAULT_NONE;
}

static bool is_gone(enum fault fault)
{
	return fault == FAULT_UNPLUG || fault == FAULT_LOSE;
}

/* Looks at the control file, at most every few milliseconds and only if it changed. */
static void check_control(struct device *d, long long now)
{
	struct stat status;
	struct timespec changed = { 0 };

	if (!d->control_path || now - d->control_checked_ns < CONTROL_CHECK_INTERVAL_NS)
		return;
	d->control_checked_ns = now;
	if (!stat(d->control_path, &status))
		changed = status.st_ctim;
	if (changed.tv_sec == d->control_changed.tv_sec && changed.tv_nsec == d->control_changed.tv_nsec)
		return;
	d->control_changed = changed;
	d->fault = read_fault(d->control_path, &d->hold_frames);
	d->held = false;
}

/*
 * Makes a fault happen. An xrun needs a running clock and empties the control
 * file, so it happens once; alsa-lib answers -ENODEV by itself in DISCONNECTED.
 */
static void apply_fault(struct device *d, long long now)
{
	check_control(d, now);
	if (is_gone(d->fault) && d->phase != PHASE_UNPLUGGED) {
		advance(d, now);
		record(d);
		d->phase = PHASE_UNPLUGGED;
		d->lost = d->fault == FAULT_LOSE;
		log_event(d, now, "UNPLUG played=%lu bytes=%llu", d->hw, (unsigned long long)d->captured_bytes);
	}
	if (d->phase == PHASE_UNPLUGGED)
		snd_pcm_ioplug_set_state(&d->io, SND_PCM_STATE_DISCONNECTED);
	if (d->fault == FAULT_XRUN && d->phase == PHASE_RUNNING) {
		d->fault = FAULT_NONE;
		if (truncate(d->control_path, 0) < 0)
			SNDERR("rig control: %s", strerror(errno));
		advance(d, now);
		if (d->phase == PHASE_RUNNING)
			enter_xrun(d, now, true);
	}
}

/* ---- Callbacks of alsa-lib ---------------------------------------------- */

/* Locks the device and brings it to the present. Returns -ENODEV when unplugged. */
static int enter(struct device *d, long long now)
{
	pthread_mutex_lock(&d->lock);
	apply_fault(d, now);
	if (d->phase == PHASE_UNPLUGGED)
		return -ENODEV;
	advance(d, now);
	return 0;
}

static int leave(struct device *d, int result)
{
	arm(d, d->io.appl_ptr);
	pthread_mutex_unlock(&d->lock);
	return result;
}

static int capture_hw_params(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *params)
{
	struct device *d = io->private_data;
	long long now = monotonic_ns();
	int error = enter(d, now);
	int sample_bits = snd_pcm_format_physical_width(io->format);
	unsigned int channel;

	(void)params;
	if (error < 0)
		return leave(d, error);
	free(d->ring);
	free(d->ring_areas);
	d->frame_bytes = (size_t)sample_bits / 8 * io->channels;
	d->ring = calloc(io->buffer_size, d->frame_bytes);
	d->ring_areas = calloc(io->channels, sizeof(*d->ring_areas));
	if (!d->ring || !d->ring_areas)
		return leave(d, -ENOMEM);
	for (channel = 0; channel < io->channels; channel++) {
		d->ring_areas[channel].addr = d->ring;
		d->ring_areas[channel].first = channel * sample_bits;
		d->ring_areas[channel].step = io->channels * sample_bits;
	}
	/* Overwritten by sw_params, which snd_pcm_hw_params() always calls next. */
	d->boundary = io->buffer_size;
	d->hw = d->recorded = 0;
	d->phase = PHASE_SETUP;
	log_event(d, now, "HW_PARAMS rate=%u channels=%u format=%s period=%lu buffer=%lu", io->rate, io->channels,
		  snd_pcm_format_name(io->format), io->period_size, io->buffer_size);
	return leave(d, 0);
}

static int capture_hw_free(snd_pcm_ioplug_t *io)
{
	struct device *d = io->private_data;

	pthread_mutex_lock(&d->lock);
	record(d);
	free(d->ring);
	free(d->ring_areas);
	d->ring = NULL;
	d->ring_areas = NULL;
	if (d->phase != PHASE_UNPLUGGED)
		d->phase = PHASE_SETUP;
	return leave(d, 0);
}

static int capture_sw_params(snd_pcm_ioplug_t *io, snd_pcm_sw_params_t *params)
{
	struct device *d = io->private_data;
	snd_pcm_uframes_t silence_size;

	pthread_mutex_lock(&d->lock);
	snd_pcm_sw_params_get_boundary(params, &d->boundary);
	snd_pcm_sw_params_get_avail_min(params, &d->avail_min);
	snd_pcm_sw_params_get_stop_threshold(params, &d->stop_threshold);
	snd_pcm_sw_params_get_silence_size(params, &silence_size);
	d->silence_behind = silence_size >= d->boundary;
	return leave(d, 0);
}

/* alsa-lib has set the application pointer to 0 before it calls this. */
static int capture_prepare(snd_pcm_ioplug_t *io)
{
	struct device *d = io->private_data;
	long long now = monotonic_ns();

	pthread_mutex_lock(&d->lock);
	check_control(d, now);
	if (d->phase == PHASE_UNPLUGGED || is_gone(d->fault))
		return leave(d, -ENODEV);
	record(d);
	d->hw = d->reported = d->recorded = d->written = 0;
	d->phase = PHASE_PREPARED;
	d->awaiting_first = true;
	d->starving = false;
	d->offered = 0;
	log_event(d, now, "PREPARE bytes=%llu", (unsigned long long)d->captured_bytes);
	return leave(d, 0);
}

static int capture_start(snd_pcm_ioplug_t *io)
{
	struct device *d = io->private_data;
	long long now = monotonic_ns();
	int error = enter(d, now);

	if (error < 0)
		return leave(d, error);
	start_clock(d, now);
	d->phase = PHASE_RUNNING;
	log_event(d, now, "START queued=%lld", (long long)frames_between(d, d->hw, io->appl_ptr));
	return leave(d, 0);
}

/* Called for snd_pcm_drop, for close, and by alsa-lib itself when a drain is done. */
static int capture_stop(snd_pcm_ioplug_t *io)
{
	struct device *d = io->private_data;
	long long now = monotonic_ns();
	int64_t queued;

	if (enter(d, now) < 0 || d->phase == PHASE_SETUP)
		return leave(d, 0);
	record(d);
	queued = frames_between(d, d->hw, io->appl_ptr);
	if (io->state == SND_PCM_STATE_DRAINING && queued <= 0)
		log_event(d, now, "DRAINED played=%lu bytes=%llu", d->hw, (unsigned long long)d->captured_bytes);
	else
		log_event(d, now, "DROP dropped=%lld played=%lu bytes=%llu", (long long)queued, d->hw,
			  (unsigned long long)d->captured_bytes);
	d->phase = PHASE_SETUP;
	return leave(d, 0);
}

static int capture_pause(snd_pcm_ioplug_t *io, int enable)
{
	struct device *d = io->private_data;
	long long now = monotonic_ns();
	int error = enter(d, now);

	if (error < 0)
		return leave(d, error);
	if (d->phase == PHASE_XRUN)
		return leave(d, -EPIPE);
	record(d);
	if (!enable)
		start_clock(d, now);
	d->phase = enable ? PHASE_PAUSED : PHASE_RUNNING;
	log_event(d, now, "%s played=%lu bytes=%llu", enable ? "PAUSE" : "RESUME", d->hw,
		  (unsigned long long)d->captured_bytes);
	return leave(d, 0);
}

/*
 * Returns the hardware pointer (modulo boundary). An unplugged device answers
 * with its last position: alsa-lib would turn an error into XRUN, while the
 * state DISCONNECTED makes the client's calls fail with -ENODEV. A lost one answers
 * with the position that it reported last: a full buffer then stays full.
 */
static snd_pcm_sframes_t capture_pointer(snd_pcm_ioplug_t *io)
{
	struct device *d = io->private_data;
	snd_pcm_sframes_t position;

	enter(d, monotonic_ns());
	if (d->ring && unrecorded_frames(d) >= io->period_size)
		record(d);
	if (!d->lost)
		d->reported = d->hw;
	position = d->phase == PHASE_XRUN ? -EPIPE : (snd_pcm_sframes_t)d->reported;
	leave(d, 0);
	return position;
}

/* Copies into the ring; frames that are already due (after a too long rewind) are lost. */
static void copy_to_ring(struct device *d, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset,
			 snd_pcm_uframes_t size)
{
	snd_pcm_ioplug_t *io = &d->io;
	snd_pcm_uframes_t position = io->appl_ptr;
	int64_t late = frames_between(d, position, d->hw);

	if (late > 0) {
		if (late > (int64_t)size)
			late = size;
		position = position_after(d, position, late);
		offset += late;
		size -= late;
	}
	while (size > 0) {
		snd_pcm_uframes_t target = position % io->buffer_size;
		snd_pcm_uframes_t frames = io->buffer_size - target;
		if (frames > size)
			frames = size;
		snd_pcm_areas_copy(d->ring_areas, target, areas, offset, io->channels, frames, io->format);
		position = position_after(d, position, frames);
		offset += frames;
		size -= frames;
	}
}

static snd_pcm_sframes_t capture_transfer(snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas,
					  snd_pcm_uframes_t offset, snd_pcm_uframes_t size)
{
	struct device *d = io->private_data;
	long long now = monotonic_ns();
	int error = enter(d, now);

	if (error < 0)
		return leave(d, error);
	if (d->phase == PHASE_XRUN)
		return leave(d, -EPIPE);
	if (d->awaiting_first)
		log_event(d, now, "FIRST frames=%lu bytes=%llu", size, (unsigned long long)d->captured_bytes);
	else if (frames_between(d, d->written, io->appl_ptr) < 0)
		log_event(d, now, "REWRITE frames=%lld queued=%lld", (long long)frames_between(d, io->appl_ptr, d->written),
			  (long long)frames_between(d, d->hw, io->appl_ptr));
	d->awaiting_first = false;
	d->written = position_after(d, io->appl_ptr, size);
	/* Records the played frames before the ring overwrites them. */
	if (frames_between(d, d->recorded, io->appl_ptr) + (int64_t)size > (int64_t)io->buffer_size)
		record(d);
	copy_to_ring(d, areas, offset, size);
	if (d->starving)
		start_clock(d, now);
	d->starving = false;
	d->offered = 0;
	/* alsa-lib moves the application pointer after this returns. */
	arm(d, position_after(d, io->appl_ptr, size));
	pthread_mutex_unlock(&d->lock);
	return size;
}

/*
 * As snd_pcm_poll in the kernel: POLLERR in SETUP, XRUN and DISCONNECTED, and
 * nothing while draining. A lost device answers with an error, reports no
 * events and stays readable. Called without the PCM's lock.
 */
static int capture_poll_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int count,
				unsigned short *revents)
{
	struct device *d = io->private_data;
	bool drained = false;

	(void)descriptors;
	if (count != 1)
		return -EINVAL;
	enter(d, monotonic_ns());
	if (d->phase == PHASE_UNPLUGGED && d->lost)
		return leave(d, -ENODEV);
	*revents = 0;
	if (!d->ring || d->phase == PHASE_SETUP || d->phase == PHASE_UNPLUGGED) {
		*revents = POLLOUT | POLLERR;
	} else if (d->phase == PHASE_XRUN) {
		*revents = POLLOUT | POLLERR;
		if (io->state != SND_PCM_STATE_DRAINING)
			snd_pcm_ioplug_set_state(io, SND_PCM_STATE_XRUN);
	} else {
		int64_t queued = frames_between(d, d->hw, io->appl_ptr);
		if (io->state == SND_PCM_STATE_DRAINING)
			drained = queued <= 0;
		else if ((int64_t)io->buffer_size - queued >= (int64_t)d->avail_min) {
			*revents = POLLOUT;
			d->offered++;
		}
	}
	leave(d, 0);
	if (drained) {
		snd_pcm_hwsync(io->pcm); /* takes DRAINING to SETUP through capture_stop */
		*revents = POLLOUT | POLLERR;
	}
	return 0;
}

static void free_device(struct device *d)
{
	if (d->timer >= 0)
		close(d->timer);
	if (d->capture >= 0)
		close(d->capture);
	if (d->log >= 0)
		close(d->log);
	pthread_mutex_destroy(&d->lock);
	free(d->control_path);
	free(d->ring);
	free(d->ring_areas);
	free(d);
}

static int capture_close(snd_pcm_ioplug_t *io)
{
	struct device *d = io->private_data;

	record(d);
	log_event(d, monotonic_ns(), "CLOSE bytes=%llu", (unsigned long long)d->captured_bytes);
	free_device(d);
	return 0;
}

/*
 * No `drain`: alsa-lib's own keeps the state DRAINING, answers -EAGAIN to a
 * nonblocking client and polls for a blocking one. No `delay`: its own reads
 * the pointer first, which keeps snd_pcm_rewindable right.
 */
static const snd_pcm_ioplug_callback_t callbacks = {
	.start = capture_start,
	.stop = capture_stop,
	.pointer = capture_pointer,
	.transfer = capture_transfer,
	.close = capture_close,
	.hw_params = capture_hw_params,
	.hw_free = capture_hw_free,
	.sw_params = capture_sw_params,
	.prepare = capture_prepare,
	.pause = capture_pause,
	.poll_revents = capture_poll_revents,
};

/* ---- Configuration ------------------------------------------------------ */

struct settings {
	const char *file, *log, *control;
	char *formats, *rates, *channels; /* lists; NULL: everything */
	double speed;
	int patient;
};

static int read_setting(struct settings *s, const char *id, const snd_config_t *node)
{
	if (!strcmp(id, "file"))
		return snd_config_get_string(node, &s->file);
	if (!strcmp(id, "log"))
		return snd_config_get_string(node, &s->log);
	if (!strcmp(id, "control"))
		return snd_config_get_string(node, &s->control);
	if (!strcmp(id, "formats"))
		return snd_config_get_ascii(node, &s->formats);
	if (!strcmp(id, "rates"))
		return snd_config_get_ascii(node, &s->rates);
	if (!strcmp(id, "channels"))
		return snd_config_get_ascii(node, &s->channels);
	if (!strcmp(id, "speed"))
		return snd_config_get_ireal(node, &s->speed);
	if (!strcmp(id, "patient")) {
		s->patient = snd_config_get_bool(node);
		return s->patient < 0 ? s->patient : 0;
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
			SNDERR("tonearm_capture: bad field %s", id);
			return -EINVAL;
		}
	}
	if (!s->file || !(s->speed > 0)) {
		SNDERR("tonearm_capture: needs a file, and a speed above 0");
		return -EINVAL;
	}
	return 0;
}

static int parse_number(const char *word)
{
	char *end;
	long value = strtol(word, &end, 10);

	return *end == '\0' && value > 0 && value < 1000000 ? (int)value : -1;
}

static int parse_format(const char *word)
{
	return snd_pcm_format_value(word);
}

/* Splits `list` at spaces and commas and offers its values for one hardware parameter. */
static int offer_list(snd_pcm_ioplug_t *io, int parameter, char *list, int (*parse)(const char *))
{
	unsigned int values[MAX_LIST], count = 0;
	char *rest = NULL, *word;

	for (word = strtok_r(list, " ,", &rest); word; word = strtok_r(NULL, " ,", &rest)) {
		int value = parse(word);
		if (value < 0 || count == MAX_LIST) {
			SNDERR("tonearm_capture: bad list value %s", word);
			return -EINVAL;
		}
		values[count++] = value;
	}
	return snd_pcm_ioplug_set_param_list(io, parameter, count, values);
}

static int offer_parameters(snd_pcm_ioplug_t *io, const struct settings *s)
{
	static const unsigned int accesses[] = {
		SND_PCM_ACCESS_MMAP_INTERLEAVED,
		SND_PCM_ACCESS_MMAP_NONINTERLEAVED,
		SND_PCM_ACCESS_RW_INTERLEAVED,
		SND_PCM_ACCESS_RW_NONINTERLEAVED,
	};
	char every_format[] = "S16_LE S24_LE S24_3LE S32_LE FLOAT_LE";
	int error;

	error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 4, accesses);
	if (error >= 0)
		error = offer_list(io, SND_PCM_IOPLUG_HW_FORMAT, s->formats ? s->formats : every_format, parse_format);
	if (error >= 0 && s->rates)
		error = offer_list(io, SND_PCM_IOPLUG_HW_RATE, s->rates, parse_number);
	else if (error >= 0)
		error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, 8000, 192000);
	if (error >= 0 && s->channels)
		error = offer_list(io, SND_PCM_IOPLUG_HW_CHANNELS, s->channels, parse_number);
	else if (error >= 0)
		error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, 1, 8);
	if (error >= 0)
		error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64, 1 << 20);
	if (error >= 0)
		error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 256, 1 << 22);
	if (error >= 0)
		error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
	return error;
}

static int open_append(const char *path)
{
	return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

/* Finds out why a device cannot be opened: a fault, or another client has it. */
static int refusal(const struct device *d)
{
	uint64_t frames;
	enum fault fault = d->control_path ? read_fault(d->control_path, &frames) : FAULT_NONE;

	if (is_gone(fault))
		return -ENODEV;
	if (fault == FAULT_BUSY || flock(d->capture, LOCK_EX | LOCK_NB) < 0)
		return -EBUSY;
	return 0;
}

static int open_files(struct device *d, const struct settings *s)
{
	struct stat status;
	int error;

	d->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	d->capture = open_append(s->file);
	if (d->timer < 0 || d->capture < 0)
		return -errno;
	if (s->log && (d->log = open_append(s->log)) < 0)
		return -errno;
	if (s->control && !(d->control_path = strdup(s->control)))
		return -ENOMEM;
	error = refusal(d);
	if (error < 0) {
		log_event(d, monotonic_ns(), "REFUSED error=%s", error == -EBUSY ? "EBUSY" : "ENODEV");
		return error;
	}
	if (fstat(d->capture, &status) < 0)
		return -errno;
	d->captured_bytes = status.st_size;
	return 0;
}

static int create_device(snd_pcm_t **pcm, const struct settings *s, const char *name, snd_pcm_stream_t stream, int mode)
{
	struct device *d = calloc(1, sizeof(*d));
	int error;

	if (!d)
		return -ENOMEM;
	d->timer = d->capture = d->log = -1;
	d->speed = s->speed;
	d->patient = s->patient;
	pthread_mutex_init(&d->lock, NULL);
	error = open_files(d, s);
	if (error < 0) {
		free_device(d);
		return error;
	}
	d->io.version = SND_PCM_IOPLUG_VERSION;
	d->io.name = "Tonearm test rig";
	d->io.flags = SND_PCM_IOPLUG_FLAG_LISTED | SND_PCM_IOPLUG_FLAG_MONOTONIC | SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
	d->io.callback = &callbacks;
	d->io.private_data = d;
	d->io.poll_fd = d->timer;
	d->io.poll_events = POLLIN;
	d->io.nonblock = !!(mode & SND_PCM_NONBLOCK);
	error = snd_pcm_ioplug_create(&d->io, name, stream, mode);
	if (error < 0) {
		free_device(d);
		return error;
	}
	arm(d, 0);
	log_event(d, monotonic_ns(), "OPEN pid=%ld bytes=%llu", (long)getpid(), (unsigned long long)d->captured_bytes);
	error = offer_parameters(&d->io, s);
	if (error < 0) {
		snd_pcm_ioplug_delete(&d->io); /* calls capture_close */
		return error;
	}
	*pcm = d->io.pcm;
	return 0;
}

SND_PCM_PLUGIN_DEFINE_FUNC(tonearm_capture)
{
	struct settings settings = { .speed = 1.0 };
	int error;

	(void)root;
	if (stream != SND_PCM_STREAM_PLAYBACK)
		return -ENOENT;
	error = read_settings(&settings, conf);
	if (error >= 0)
		error = create_device(pcmp, &settings, name, stream, mode);
	free(settings.formats);
	free(settings.rates);
	free(settings.channels);
	return error;
}

SND_PCM_PLUGIN_SYMBOL(tonearm_capture);

/*
 * A small ALSA client that plays one scenario on one device, for rig.test.ts:
 *   pcm_client DEVICE SCENARIO
 * It writes numbered frames (S16_LE stereo: left = frame & 0x7fff, right = the
 * writing, 1 or 2), so that a capture shows which frames were played and from
 * which writing they came. Prints `key=value` lines; exits 1 if a call fails that the
 * scenario needs. It opens nonblocking and waits with poll, as Tonearm does.
 */
#include <alsa/asoundlib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RATE 48000
#define PERIOD 1200
#define BUFFER 9600

static snd_pcm_t *pcm;
static int wakes;
static useconds_t rewound_for;

static void need(long result, const char *what)
{
	if (result >= 0)
		return;
	printf("failed=%s error=%s\n", what, snd_strerror(result));
	exit(1);
}

static void configure(const char *device, snd_pcm_access_t access)
{
	snd_pcm_hw_params_t *hw;
	snd_pcm_sw_params_t *sw;

	need(snd_pcm_open(&pcm, device, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK), "open");
	snd_pcm_hw_params_alloca(&hw);
	need(snd_pcm_hw_params_any(pcm, hw), "any");
	need(snd_pcm_hw_params_set_access(pcm, hw, access), "access");
	need(snd_pcm_hw_params_set_format(pcm, hw, SND_PCM_FORMAT_S16_LE), "format");
	need(snd_pcm_hw_params_set_channels(pcm, hw, 2), "channels");
	need(snd_pcm_hw_params_set_rate(pcm, hw, RATE, 0), "rate");
	need(snd_pcm_hw_params_set_period_size(pcm, hw, PERIOD, 0), "period");
	need(snd_pcm_hw_params_set_buffer_size(pcm, hw, BUFFER), "buffer");
	need(snd_pcm_hw_params(pcm, hw), "hw_params");
	snd_pcm_sw_params_alloca(&sw);
	need(snd_pcm_sw_params_current(pcm, sw), "sw_current");
	need(snd_pcm_sw_params_set_start_threshold(pcm, sw, BUFFER), "start_threshold");
	need(snd_pcm_sw_params_set_avail_min(pcm, sw, PERIOD), "avail_min");
	need(snd_pcm_sw_params(pcm, sw), "sw_params");
}

/* Waits until poll says that the device takes data, or failed. */
static int wait_for_room(void)
{
	struct pollfd descriptors[4];
	unsigned short events = 0;
	int count = snd_pcm_poll_descriptors(pcm, descriptors, 4);

	while (!(events & (POLLOUT | POLLERR))) {
		if (poll(descriptors, count, 10000) <= 0) {
			printf("failed=poll\n");
			exit(1);
		}
		wakes++;
		if (snd_pcm_poll_descriptors_revents(pcm, descriptors, count, &events) < 0)
			return POLLERR;
	}
	return events;
}

/* Writes frames first..first+frames-1, waiting for room. */
static long play(long first, long frames, int writing)
{
	static int16_t chunk[BUFFER * 2];
	long done = 0;

	while (done < frames) {
		long size = frames - done < BUFFER ? frames - done : BUFFER, i, written;
		for (i = 0; i < size; i++) {
			chunk[2 * i] = (first + done + i) & 0x7fff;
			chunk[2 * i + 1] = writing;
		}
		written = snd_pcm_writei(pcm, chunk, size);
		if (written == -EAGAIN)
			wait_for_room();
		else if (written < 0)
			return written;
		else
			done += written;
	}
	return done;
}

static void drain(void)
{
	int again = 0, result;

	while ((result = snd_pcm_drain(pcm)) == -EAGAIN) {
		if (!again)
			printf("draining=%s\n", snd_pcm_state_name(snd_pcm_state(pcm)));
		again++;
		wait_for_room();
	}
	need(result, "drain");
	printf("drain_again=%d drained=%s\n", again, snd_pcm_state_name(snd_pcm_state(pcm)));
}

/* Two seconds with poll: how often the client is woken. */
static void steady(void)
{
	need(play(0, 2 * RATE, 1), "play");
	printf("wakes=%d\n", wakes);
	drain();
}

/* Stops feeding until the device runs dry, then recovers as clients do. */
static void stall(void)
{
	long result;

	need(play(0, BUFFER, 1), "play");
	while ((result = snd_pcm_avail_update(pcm)) >= 0)
		usleep(5000);
	printf("stalled=%s state=%s\n", snd_strerror(result), snd_pcm_state_name(snd_pcm_state(pcm)));
	printf("sticks=%s\n", snd_strerror(snd_pcm_avail_update(pcm)));
	need(snd_pcm_prepare(pcm), "prepare");
	need(play(BUFFER, BUFFER, 1), "play");
	drain();
}

/* Sleeps for longer than the device has data, and plays on. */
static void late(void)
{
	int i;

	need(play(0, BUFFER, 1), "play");
	for (i = 1; i < 4; i++) {
		usleep(100000);
		need(play(i * BUFFER, BUFFER, 1), "play");
	}
	drain();
}

/* Ignores that poll reports free space, again and again, and writes nothing. */
static void ignore_room(void)
{
	need(play(0, BUFFER, 1), "play");
	while (!(wait_for_room() & POLLERR))
		;
	printf("ignored=%s state=%s\n", snd_strerror(snd_pcm_avail_update(pcm)), snd_pcm_state_name(snd_pcm_state(pcm)));
}

/* Plays until a call fails, and prints the error. */
static void until_failure(void)
{
	long result = play(0, 60 * RATE, 1);

	printf("ended=%s state=%s\n", snd_strerror(result), snd_pcm_state_name(snd_pcm_state(pcm)));
	printf("prepare=%s\n", snd_strerror(snd_pcm_prepare(pcm)));
}

/* Rewinds frames that are not yet played, and writes other frames instead. */
static void rewind_and_overwrite(void)
{
	snd_pcm_sframes_t queued, back;

	need(play(0, BUFFER, 1), "play");
	usleep(20000);
	need(snd_pcm_delay(pcm, &queued), "delay");
	back = snd_pcm_rewind(pcm, 2000);
	need(back, "rewind");
	usleep(rewound_for);
	printf("delay=%ld back=%ld\n", queued, back);
	need(play(BUFFER - back, back + 1000, 2), "overwrite");
	drain();
}

/* Rewinds, sleeps, then overwrites. */
static void rewind_and_overwrite_late(void)
{
	rewound_for = 100000;
	rewind_and_overwrite();
}

/* Drops what is queued, and plays on with other frames. */
static void drop_and_continue(void)
{
	snd_pcm_sframes_t queued;

	need(play(0, BUFFER, 1), "play");
	usleep(30000);
	need(snd_pcm_delay(pcm, &queued), "delay");
	need(snd_pcm_drop(pcm), "drop");
	need(snd_pcm_prepare(pcm), "prepare");
	need(play(0, BUFFER, 2), "play");
	drain();
}

static void pause_and_resume(void)
{
	snd_pcm_sframes_t before, after;

	need(play(0, BUFFER, 1), "play");
	usleep(20000);
	need(snd_pcm_pause(pcm, 1), "pause");
	need(snd_pcm_delay(pcm, &before), "delay");
	usleep(150000); /* longer than the buffer lasts */
	need(snd_pcm_delay(pcm, &after), "delay");
	printf("moved=%ld state=%s\n", before - after, snd_pcm_state_name(snd_pcm_state(pcm)));
	need(snd_pcm_pause(pcm, 0), "resume");
	drain();
}

static void blocking_drain(void)
{
	need(play(0, BUFFER, 1), "play");
	need(snd_pcm_nonblock(pcm, 0), "block");
	drain();
}

/* Writes numbered frames through the mapped ring. */
static void mapped(void)
{
	long next = 0, total = 3 * BUFFER;

	while (next < total) {
		const snd_pcm_channel_area_t *areas;
		snd_pcm_uframes_t offset, frames = total - next, i;
		snd_pcm_sframes_t room = snd_pcm_avail_update(pcm);
		int16_t *samples;
		need(room, "avail");
		if (room == 0) {
			if (snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED)
				need(snd_pcm_start(pcm), "start");
			wait_for_room();
			continue;
		}
		need(snd_pcm_mmap_begin(pcm, &areas, &offset, &frames), "begin");
		samples = (int16_t *)areas[0].addr + 2 * offset;
		for (i = 0; i < frames; i++) {
			samples[2 * i] = (next + i) & 0x7fff;
			samples[2 * i + 1] = 1;
		}
		need(snd_pcm_mmap_commit(pcm, offset, frames), "commit");
		next += frames;
	}
	drain();
}

static const struct {
	const char *name;
	void (*play)(void);
	snd_pcm_access_t access;
} scenarios[] = {
	{ "steady", steady, SND_PCM_ACCESS_RW_INTERLEAVED },
	{ "stall", stall, SND_PCM_ACCESS_RW_INTERLEAVED },
	{ "late", late, SND_PCM_ACCESS_RW_INTERLEAVED },
	{ "ignore-room", ignore_room, SND_PCM_ACCESS_RW_INTERLEAVED },
	{ "until-failure", until_failure, SND_PCM_ACCESS_RW_INTERLEAVED },
	{ "rewind", rewind_and_overwrite, SND_PCM_ACCESS_RW_INTERLEAVED },
	{ "rewind-late", rewind_and_overwrite_late, SND_PCM_ACCESS_RW_INTERLEAVED },
	{ "drop", drop_and_continue, SND_PCM_ACCESS_RW_INTERLEAVED },
	{ "pause", pause_and_resume, SND_PCM_ACCESS_RW_INTERLEAVED },
	{ "blocking-drain", blocking_drain, SND_PCM_ACCESS_RW_INTERLEAVED },
	{ "mapped", mapped, SND_PCM_ACCESS_MMAP_INTERLEAVED },
};

int main(int argc, char **argv)
{
	unsigned int i;

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (i = 0; argc == 3 && i < sizeof(scenarios) / sizeof(*scenarios); i++) {
		if (strcmp(scenarios[i].name, argv[2]))
			continue;
		configure(argv[1], scenarios[i].access);
		scenarios[i].play();
		snd_pcm_close(pcm);
		return 0;
	}
	fprintf(stderr, "usage: pcm_client DEVICE SCENARIO\n");
	return 2;
}

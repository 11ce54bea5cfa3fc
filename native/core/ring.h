// The ring buffer between the decoder worker (the one producer) and the PCM writer thread (the one consumer).
//
// It lies in a SharedArrayBuffer: 256 bytes of 32-bit atomics, then interleaved PCM frames in the device's own sample
// format. `src/output/ring-layout.ts` names the same words; a unit test compares the two. Frame counters are unsigned,
// count from the ring's creation and wrap at 2^32; only their differences mean anything. The capacity is a power of two,
// so that frames that are neighbours across that wrap are neighbours in memory too.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tonearm {

enum class Command : uint32_t { Stop = 0, Run = 1, Hold = 2 };
enum class WriterState : uint32_t { Idle = 0, Running = 1, Held = 2, Drained = 3, Failed = 4 };

// Who may move the frame counters while no writer thread is there (see RingHeader::attached).
constexpr uint32_t kDetached = 0, kAttached = 1, kProducerResets = 2;

using Word = std::atomic<uint32_t>;

struct RingHeader {
  Word head;            //  0 producer: frames written since creation
  Word tail;            //  1 consumer: oldest frame that must be kept (what is played now)
  Word command;         //  2 player: Command
  Word endOfStream;     //  3 producer: nothing follows `head`
  Word flushRequested;  //  4 player: number of the newest flush
  Word flushFrame;      //  5 producer: first frame that counts after that flush
  Word flushReady;      //  6 producer: number of the flush that flushFrame belongs to
  Word flushApplied;    //  7 consumer: number of the last flush carried out
  Word state;           //  8 consumer: WriterState
  Word xruns;           //  9 consumer: underruns that the device reported
  Word starvations;     // 10 consumer: underruns that came from an empty ring: the decoder was late
  Word error;           // 11 consumer: errno of the failure
  Word rampMilliseconds;  // 12 player: how long the gain takes to its next value, and a pause to come back; 0: as ever
  Word waiting;         // 13 consumer: sleeps until the producer kicks
  Word sequence;        // 14 consumer: odd while the four words below change (a sequence lock)
  Word playedFrame;      // 15 consumer: frame at the loudspeaker at that time
  Word playedAtLow;      // 16 consumer: CLOCK_MONOTONIC microseconds, low word
  Word playedAtHigh;     // 17 consumer: the same, high word
  Word writtenFrame;    // 18 consumer: next frame to hand to the device
  Word gain;            // 19 player: software gain, the bits of a float; 1.0 leaves samples untouched
  Word fadeIn;          // 20 producer: the frames after this flush begin in the middle of a sound
  Word attached;        // 21 kDetached, kAttached or kProducerResets
  Word firstWriteLow;   // 22 consumer: CLOCK_MONOTONIC microseconds of the first write since silence
  Word firstWriteHigh;  // 23
  Word deviceWrites;    // 24 consumer: writes since creation
  Word threadId;        // 25 consumer: kernel thread id
  Word realtime;        // 26 consumer: 1 when real-time scheduling was granted
  Word failedAtLow;     // 27 consumer: CLOCK_MONOTONIC microseconds at which the device was lost
  Word failedAtHigh;    // 28
  Word flushSplice;     // 29 producer: flushFrame is the same moment of the same sound as flushSpliceFrame
  Word flushSpliceFrame;  // 30 producer: a frame that was in the ring before the flush
  Word reach;           // 31 consumer: frames that the device takes ahead of what is played; 0 without a device
  Word flushTaken;      // 32 consumer: number of the flush that it carries out at this moment; 0: none
  Word reserved[31];
};

constexpr size_t kRingHeaderBytes = 256;
static_assert(sizeof(RingHeader) == kRingHeaderBytes, "the layout is shared with JavaScript");
static_assert(Word::is_always_lock_free, "the audio thread never locks");

// A view of a ring: it owns nothing.
struct Ring {
  RingHeader* header;
  uint8_t* frames;
  uint32_t capacity;    // PCM frames, a power of two
  uint32_t frameBytes;  // bytes a PCM frame

  static Ring over(void* memory, size_t bytes, uint32_t frameBytes) {
    auto* base = static_cast<uint8_t*>(memory);
    return Ring{reinterpret_cast<RingHeader*>(base), base + kRingHeaderBytes,
                static_cast<uint32_t>((bytes - kRingHeaderBytes) / frameBytes), frameBytes};
  }

  uint8_t* at(uint32_t frame) const { return frames + static_cast<size_t>(frame % capacity) * frameBytes; }
  // Frames from `frame` to the physical end of the ring.
  uint32_t untilWrap(uint32_t frame) const { return capacity - frame % capacity; }
};

}  // namespace tonearm

/*
 * Makes pictures smaller: one after the other, each in several sizes and formats, from standard input to standard output.
 * Started by src/library/covers/thumbnailer.ts through `confine`, which bounds its memory and takes away files and sockets.
 * All numbers are of 32 bits, little-endian.
 *
 *     request: bytes of the picture, count of outputs, then for each output: edge, format (0 JPEG, 1 WebP); the picture
 *     answer:  status (0 made, 1 refused), milliseconds of CPU, dark and light accent (0xRRGGBB), then for each output
 *              width, height, bytes; then the bytes of all outputs. A refusal has nothing behind its four numbers.
 *
 * Outputs come with the largest edge first. Ends with the end of its input; status 1 for a request that makes no sense.
 */
#include <cstring>
#include <ctime>
#include <new>
#include <unistd.h>

#include "picture.h"

namespace {

constexpr uint32_t kMostBytes = 24u << 20, kMostOutputs = 16, kMostEdge = 4096;
enum Status : uint32_t { kMade, kRefused };
enum Format : uint32_t { kJpeg, kWebp };

struct Output {
  uint32_t edge, format, width, height;
  Bytes bytes;
};

bool ReadAll(void* to, size_t count) {
  for (size_t done = 0; done < count;) {
    const ssize_t got = read(0, static_cast<char*>(to) + done, count - done);
    if (got <= 0) return false;
    done += static_cast<size_t>(got);
  }
  return true;
}

void WriteAll(const void* from, size_t count) {
  for (size_t done = 0; done < count;) {
    const ssize_t put = write(1, static_cast<const char*>(from) + done, count - done);
    if (put <= 0) _exit(1);
    done += static_cast<size_t>(put);
  }
}

bool Encode(const Image& image, Output& output) {
  output.width = image.width;
  output.height = image.height;
  return output.format == kWebp ? WriteWebp(image, output.bytes) : WriteJpeg(image, output.bytes);
}

bool Make(const Bytes& file, std::vector<Output>& outputs, Accent& accent) {
  const std::unique_ptr<Reader> reader = ReaderFor(file);
  Image image;
  if (reader == nullptr || !reader->Start(file, outputs[0].edge)) return false;
  if (reader->width == 0 || reader->height == 0 || !Shrink(*reader, outputs[0].edge, image)) return false;
  TurnUpright(image, reader->orientation);
  for (Output& output : outputs) {
    if (image.width > output.edge || image.height > output.edge) {
      Image smaller;
      ShrinkImage(image, output.edge, smaller);
      image = std::move(smaller);
    }
    if (!Encode(image, output)) return false;
  }
  accent = AccentOf(image);
  return true;
}

uint32_t CpuMilliseconds() { return static_cast<uint32_t>(clock() / (CLOCKS_PER_SEC / 1000)); }
uint32_t Number(const uint8_t* colour) { return static_cast<uint32_t>(colour[0] << 16 | colour[1] << 8 | colour[2]); }

void Answer(const std::vector<Output>& outputs, Status status, uint32_t cpu, const Accent& accent) {
  std::vector<uint32_t> head{status, cpu, Number(accent.dark), Number(accent.light)};
  if (status == kMade) {
    for (const Output& each : outputs) head.insert(head.end(), {each.width, each.height, static_cast<uint32_t>(each.bytes.size())});
  }
  WriteAll(head.data(), head.size() * sizeof head[0]);
  if (status != kMade) return;
  for (const Output& each : outputs) WriteAll(each.bytes.data(), each.bytes.size());
}

/* False: the input has ended. */
bool Serve() {
  uint32_t head[2];
  if (!ReadAll(head, sizeof head)) return false;
  if (head[0] > kMostBytes || head[1] == 0 || head[1] > kMostOutputs) _exit(1);
  std::vector<Output> outputs(head[1]);
  for (Output& output : outputs) {
    uint32_t wanted[2];
    if (!ReadAll(wanted, sizeof wanted) || wanted[0] == 0 || wanted[0] > kMostEdge) _exit(1);
    output.edge = wanted[0];
    output.format = wanted[1];
  }
  Bytes file(head[0]);
  if (!ReadAll(file.data(), file.size())) return false;
  const uint32_t began = CpuMilliseconds();
  Accent accent{};
  bool is_made = false;
  try {
    is_made = Make(file, outputs, accent);
  } catch (const std::bad_alloc&) {
    /* The picture needs more memory than this process may have. */
  }
  Answer(outputs, is_made ? kMade : kRefused, CpuMilliseconds() - began, accent);
  return true;
}

}  // namespace

std::unique_ptr<Reader> ReaderFor(const Bytes& file) {
  const auto starts = [&](const char* magic, size_t length, size_t at = 0) {
    return file.size() >= at + length && memcmp(file.data() + at, magic, length) == 0;
  };
  if (starts("\xff\xd8\xff", 3)) return JpegReader();
  if (starts("\x89PNG\r\n\x1a\n", 8)) return PngReader();
  if (starts("RIFF", 4) && starts("WEBP", 4, 8)) return WebpReader();
  return nullptr;
}

int main() {
  while (Serve()) continue;
}

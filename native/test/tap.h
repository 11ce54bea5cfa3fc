// A test program in a hundred lines: tests register themselves, a failed check ends its test, the output is TAP
// (testanything.org, version 14), one test point a test. Nothing here is timed; `eventually` only bounds a wait.
#pragma once

#include <unistd.h>

#include <chrono>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace tap {

struct Test {
  const char* title;
  void (*body)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

struct Registration {
  Registration(const char* title, void (*body)()) { tests().push_back({title, body}); }
};

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <typename A, typename B>
void equal(const A& got, const B& wanted, const char* text, const char* file, int line) {
  if (got == wanted) return;
  std::ostringstream message;
  message << text << ": got " << +got << ", wanted " << +wanted << " at " << file << ":" << line;
  throw Failure(message.str());
}

inline void check(bool held, const char* text, const char* file, int line) {
  if (held) return;
  std::ostringstream message;
  message << text << " at " << file << ":" << line;
  throw Failure(message.str());
}

// Calls `held` until it says true; a test that has waited for ten seconds has failed.
inline void eventually(const std::function<bool()>& held, const char* text, const char* file, int line) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!held()) {
    if (std::chrono::steady_clock::now() > limit) check(false, text, file, line);
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

}  // namespace tap

#define TAP_JOIN_(a, b) a##b
#define TAP_JOIN(a, b) TAP_JOIN_(a, b)
// TEST("what holds") { ... }
#define TEST(title)                                                                                    \
  static void TAP_JOIN(test_, __LINE__)();                                                             \
  static const tap::Registration TAP_JOIN(registration_, __LINE__)(title, TAP_JOIN(test_, __LINE__)); \
  static void TAP_JOIN(test_, __LINE__)()
#define CHECK(condition) tap::check((condition), #condition, __FILE__, __LINE__)
#define EQUAL(got, wanted) tap::equal((got), (wanted), #got, __FILE__, __LINE__)
#define EVENTUALLY(condition) tap::eventually([&] { return (condition); }, "in vain: " #condition, __FILE__, __LINE__)

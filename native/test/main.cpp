// Runs every test, or those whose title contains the first argument.
#include <cstdio>
#include <cstring>

#include "tap.h"

int main(int count, char** arguments) {
  const char* only = count > 1 ? arguments[1] : "";
  int number = 0, failed = 0;
  std::printf("TAP version 14\n");
  for (const tap::Test& test : tap::tests()) {
    if (std::strstr(test.title, only) == nullptr) continue;
    number++;
    std::string trouble;
    try {
      test.body();
    } catch (const std::exception& failure) {
      trouble = failure.what();
      failed++;
    }
    std::printf("%sok %d - %s\n", trouble.empty() ? "" : "not ", number, test.title);
    if (!trouble.empty()) std::printf("  ---\n  message: \"%s\"\n  ...\n", trouble.c_str());
    std::fflush(stdout);
  }
  std::printf("1..%d\n", number);
  return failed == 0 && number > 0 ? 0 : 1;
}

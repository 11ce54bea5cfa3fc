// The N-API face: translates values and owns nothing but handles. All judgement of arguments is done in TypeScript
// (src/native.ts); the addon receives only good values.
#pragma once

#define NODE_API_NO_EXTERNAL_BUFFERS_ALLOWED
#include <napi.h>

namespace tonearm {

// Constructors of the objects that only functions of the addon make; one set for each environment.
struct Constructors {
  Napi::FunctionReference pcm, mixer;
};

void exportCards(Napi::Env env, Napi::Object exports);
void exportFiles(Napi::Env env, Napi::Object exports);
void exportLimits(Napi::Env env, Napi::Object exports);
void exportPcm(Napi::Env env, Napi::Object exports);
void exportMixer(Napi::Env env, Napi::Object exports);
void exportPosition(Napi::Env env, Napi::Object exports);
void exportRing(Napi::Env env, Napi::Object exports);
void exportSound(Napi::Env env, Napi::Object exports);
void exportTags(Napi::Env env, Napi::Object exports);

}  // namespace tonearm

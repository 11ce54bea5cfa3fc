{
  "targets": [
    {
      "target_name": "tonearm_native",
      "sources": [
        "core/alsa_device.cpp",
        "core/dsp/biquad.cpp",
        "core/dsp/crossfeed.cpp",
        "core/dsp/line.cpp",
        "core/dsp/mix.cpp",
        "core/dsp/resampler.cpp",
        "core/dsp/sound_chain.cpp",
        "core/mixer.cpp",
        "core/pcm_writer.cpp",
        "core/pcm_writer_flush.cpp",
        "core/place_keeper.cpp",
        "core/sample_format.cpp",
        "core/service_notice.cpp",
        "core/silent_device.cpp",
        "core/splice.cpp",
        "core/tag_flac.cpp",
        "core/tag_id3.cpp",
        "core/tag_mpeg.cpp",
        "core/tag_reader.cpp",
        "core/tag_record.cpp",
        "core/tag_text.cpp",
        "core/tag_window.cpp",
        "face/addon.cpp",
        "face/mixer_face.cpp",
        "face/pcm_face.cpp",
        "face/place_face.cpp",
        "face/ring_face.cpp",
        "face/sound_face.cpp",
        "face/tag_face.cpp"
      ],
      "include_dirs": ["core", "<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NAPI_DISABLE_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED"],
      "cflags_cc": ["-std=c++17", "-O3", "-fno-math-errno", "-fno-trapping-math", "-fno-exceptions", "-Wall", "-Wextra",
                    "-Wno-unused-parameter", "-Wno-cast-function-type"],
      "libraries": ["-lasound", "-lsoxr", "-lpthread"]
    }
  ]
}

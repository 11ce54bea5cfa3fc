{
  "targets": [
    {
      "target_name": "tonearm_native",
      "sources": [
        "core/alsa_device.cpp",
        "core/card_list.cpp",
        "core/dsp/biquad.cpp",
        "core/dsp/crossfeed.cpp",
        "core/dsp/line.cpp",
        "core/dsp/mix.cpp",
        "core/dsp/resampler.cpp",
        "core/dsp/sound_chain.cpp",
        "core/folder_lister.cpp",
        "core/hardware_mixer.cpp",
        "core/pcm_limits.cpp",
        "core/pcm_writer.cpp",
        "core/pcm_writer_flush.cpp",
        "core/position_keeper.cpp",
        "core/sample_format.cpp",
        "core/service_notice.cpp",
        "core/silent_device.cpp",
        "core/socket_device.cpp",
        "core/splice.cpp",
        "core/tags/tag_aiff.cpp",
        "core/tags/tag_ape.cpp",
        "core/tags/tag_comments.cpp",
        "core/tags/tag_flac.cpp",
        "core/tags/tag_id3.cpp",
        "core/tags/tag_mp4.cpp",
        "core/tags/tag_mp4_items.cpp",
        "core/tags/tag_mpeg.cpp",
        "core/tags/tag_ogg.cpp",
        "core/tags/tag_reader.cpp",
        "core/tags/tag_record.cpp",
        "core/tags/tag_text.cpp",
        "core/tags/tag_wav.cpp",
        "core/tags/tag_wavpack.cpp",
        "core/tags/tag_window.cpp",
        "bindings/addon.cpp",
        "bindings/card_binding.cpp",
        "bindings/file_binding.cpp",
        "bindings/hardware_mixer_binding.cpp",
        "bindings/pcm_binding.cpp",
        "bindings/position_binding.cpp",
        "bindings/ring_binding.cpp",
        "bindings/tag_binding.cpp"
      ],
      "include_dirs": ["core", "<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NAPI_DISABLE_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED"],
      "cflags_cc": ["-std=c++17", "-O3", "-fno-math-errno", "-fno-trapping-math", "-fno-exceptions", "-Wall", "-Wextra",
                    "-Wno-unused-parameter", "-Wno-cast-function-type"],
      "libraries": ["-lasound", "-lsoxr", "-lpthread"]
    },
    {
      "target_name": "confine",
      "type": "executable",
      "sources": ["confine.cpp"],
      "cflags_cc": ["-std=c++17", "-O2", "-Wall", "-Wextra"]
    },
    {
      "target_name": "mount_share",
      "type": "executable",
      "sources": [
        "core/service_notice.cpp",
        "mount_share/main.cpp",
        "mount_share/mount.cpp",
        "mount_share/share.cpp"
      ],
      "cflags_cc": ["-std=c++17", "-O2", "-Wall", "-Wextra"]
    },
    {
      "target_name": "thumbnails",
      "type": "executable",
      "sources": [
        "thumbnails/accent.cpp",
        "thumbnails/main.cpp",
        "thumbnails/orientation.cpp",
        "thumbnails/read_jpeg.cpp",
        "thumbnails/read_png.cpp",
        "thumbnails/read_webp.cpp",
        "thumbnails/shrink.cpp",
        "thumbnails/write.cpp"
      ],
      "cflags_cc!": ["-fno-exceptions"],
      "cflags_cc": ["-std=c++17", "-O3", "-fexceptions", "-Wall", "-Wextra"],
      "libraries": ["-ljpeg", "-lpng16", "-lwebp"]
    }
  ]
}

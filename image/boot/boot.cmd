# Slot choice with try counters; one text for the Pi (rpi_arm64) and for QEMU -M virt (qemu_arm64).
# The counters are two 512-byte environment blocks with a CRC in the raw partition 5, at sector 0 and at sector 0x2000
# (4 MiB): U-Boot's saveenv lives elsewhere on each board. Every boot takes one try from its slot; a box that plays
# gives its slot eight again (slot-counters confirm). U-Boot has set devtype and devnum when it found this script.
# On a Pi the device tree can lie anywhere near 128 MiB: the initrd goes to 160 MiB.
if test "${board}" = "rpi"; then
  setenv kernel_addr_r 0x00200000
  setenv ramdisk_addr_r 0x0a000000
fi
setexpr copy0 ${ramdisk_addr_r} + 0
setexpr copy1 ${ramdisk_addr_r} + 1000
setexpr next ${ramdisk_addr_r} + 2000
setenv counters "BOOT_ORDER BOOT_A_LEFT BOOT_B_LEFT"
${devtype} dev ${devnum}
part start ${devtype} ${devnum} 5 sector0
setexpr sector1 ${sector0} + 2000
mw.b ${copy0} 0 2000
${devtype} read ${copy0} ${sector0} 1
${devtype} read ${copy1} ${sector1} 1
if env import -c ${copy0} 200 ${counters}; then
  if cmp.b ${copy0} ${copy1} 200; then echo "slots: counters read"; else echo "slots: copy 1 healed"; ${devtype} write ${copy0} ${sector1} 1; fi
elif env import -c ${copy1} 200 ${counters}; then
  echo "slots: copy 0 healed"
  ${devtype} write ${copy1} ${sector0} 1
else
  echo "slots: no counters, starting anew"
  setenv BOOT_ORDER "A B"
  setenv BOOT_A_LEFT 3
  setenv BOOT_B_LEFT 3
fi
setenv slot
for s in ${BOOT_ORDER}; do
  if test -n "${slot}"; then
    true
  elif test "${s}" = "A" -a ${BOOT_A_LEFT} -gt 0; then
    setexpr BOOT_A_LEFT ${BOOT_A_LEFT} - 1
    setenv slot A; setenv bootpart 2; setenv rootpart 6
  elif test "${s}" = "B" -a ${BOOT_B_LEFT} -gt 0; then
    setexpr BOOT_B_LEFT ${BOOT_B_LEFT} - 1
    setenv slot B; setenv bootpart 3; setenv rootpart 7
  fi
done
if test -z "${slot}"; then
  echo "slots: no tries left, refilling"
  setenv BOOT_A_LEFT 3
  setenv BOOT_B_LEFT 3
fi
env export -c -s 200 ${next} ${counters}
${devtype} write ${next} ${sector0} 1
${devtype} write ${next} ${sector1} 1
echo "slots: ${slot}, order ${BOOT_ORDER}, tries left A ${BOOT_A_LEFT}, B ${BOOT_B_LEFT}"
if test -z "${slot}"; then reset; fi
part uuid ${devtype} ${devnum}:${rootpart} rootuuid
fdt addr ${fdt_addr}
setenv firmware_args
fdt get value firmware_args /chosen bootargs
setenv slot_args
if load ${devtype} ${devnum}:${bootpart} ${next} slot.txt; then env import -t ${next} ${filesize} slot_args; fi
setenv bootargs "${firmware_args} root=PARTUUID=${rootuuid} rootfstype=squashfs ro rootwait panic=10 tonearm.slot=${slot} ${slot_args}"
if load ${devtype} ${devnum}:${bootpart} ${kernel_addr_r} vmlinuz; then
  if load ${devtype} ${devnum}:${bootpart} ${ramdisk_addr_r} initrd.img; then
    booti ${kernel_addr_r} ${ramdisk_addr_r}:${filesize} ${fdt_addr}
  fi
fi
echo "slots: ${slot} does not load"
sleep 2
reset

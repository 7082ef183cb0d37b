#!/bin/sh
# enter-root.sh ROOT REPOSITORY COMMAND...: runs a command in the file system of a small Debian. Started by `unshare`, in namespaces
# of mounts, processes and control groups, which end with it. Needs root.
set -eu
root=$1 repository=$2
shift 2

mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
# podman has its locks there.
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t sysfs sysfs "$root/sys"
# Programs that run containers want the second version alone, which a machine may mount beside the first one.
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs tmpfs "$root/run"
mount --bind -o ro "$repository" "$root/repository"
cp /etc/resolv.conf "$root/etc/resolv.conf"
# Not chroot: a program that joins the namespaces of a container would find itself in the file system of this machine.
cd "$root"
pivot_root . mnt
umount --lazy /mnt
exec "$@"

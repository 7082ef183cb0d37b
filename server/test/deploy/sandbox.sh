#!/usr/bin/env bash
# sandbox.sh FOLDER REPOSITORY SCRIPT: runs a script as root on a copy of this machine's file system. The copy is made by
# overlayfs and is gone afterwards. Needs root; started by `unshare --mount`.
set -euo pipefail
folder=$1 repository=$2 script=$3

mount -t tmpfs tmpfs "$folder"
mkdir "$folder"/{upper,work,root}
root=$folder/root
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
# systemd does not run in the copy, even if it runs on this machine.
mount -t tmpfs tmpfs "$root/run"
for shared in "$repository" ${ARCHIVES:+"$ARCHIVES"}; do
  mkdir --parents "$root$shared"
  mount --bind "$shared" "$root$shared"
done
cp "$script" "$root/run/script"
exec chroot "$root" bash -euo pipefail -c "cd '$repository' && . /run/script"

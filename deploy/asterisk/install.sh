#!/usr/bin/env bash
# Installs Debian 14's Asterisk on Debian 12 and 13, beside the system: no package of the system is installed, upgraded or
# removed, libc included. Asterisk lies in /opt/trunkline-asterisk with every library that it needs, and runs with its own
# loader. Run as root, after `apt update`. Run it again to upgrade.
#
#   /opt/trunkline-asterisk/<release>   the unpacked packages; `current` points to those in use
#   /usr/local/sbin/asterisk            starts it, and opens its console
#   /etc/asterisk                       Debian's configuration; a file that is there already is not touched
#   /etc/systemd/system/asterisk.service
#
# A release is unpacked and tried before `current` points to it. If that fails, nothing was changed.
set -euo pipefail
umask 022

suite=${SUITE:-forky}
prefix=/opt/trunkline-asterisk
oldest=22.7
packages=(asterisk asterisk-moh-opsound-gsm)
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail "Run this as root."
for tool in apt-get dpkg dpkg-deb tar useradd; do
  command -v "$tool" > /dev/null || fail "$tool is missing; this script is for Debian."
done
[ -e "$keyring" ] || fail "$keyring is missing. Run: apt install debian-archive-keyring"
if dpkg-query --show --showformat '${Status}' asterisk 2> /dev/null | grep --quiet ' installed$'; then
  fail "Debian's own package asterisk is installed. Use it if it is $oldest or later, otherwise remove it first."
fi

architecture=$(dpkg --print-architecture)
case $architecture in
  amd64) triplet=x86_64-linux-gnu loader=usr/lib64/ld-linux-x86-64.so.2 ;;
  arm64) triplet=aarch64-linux-gnu loader=usr/lib/ld-linux-aarch64.so.1 ;;
  *) fail "There is no way for $architecture; amd64 and arm64 are known." ;;
esac

# The mirror that this machine uses for Debian itself.
# shellcheck disable=SC2016 # apt reads this name, not the shell.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | grep --invert-match security | head --lines 1 || true)
[ -n "$mirror" ] || fail "apt knows no mirror of Debian. See that \"apt update\" succeeds, then run this again."

mkdir --parents "$prefix"
new=$(mktemp --directory "$prefix/new.XXXXXX")
trap 'rm --recursive --force "$new"' EXIT

# A separate apt, with other sources, that does not see the installed packages.
archives=${ARCHIVES:-$new/archives}
mkdir --parents "$new"/{none/partial,state/lists/partial} "$archives/partial"
: > "$new/status"
echo "deb [signed-by=$keyring] $mirror $suite main" > "$new/sources.list"
private_apt() {
  apt-get --quiet --quiet \
    --option Dir::Etc::sourcelist="$new/sources.list" --option Dir::Etc::sourceparts="$new/none" \
    --option Dir::Etc::preferences="$new/none/preferences" --option Dir::Etc::preferencesparts="$new/none" \
    --option Dir::State="$new/state" --option Dir::State::status="$new/status" \
    --option Dir::Cache="$new" --option Dir::Cache::archives="$archives" --option Debug::NoLocking=true \
    --option APT::Architectures="$architecture" --option APT::Install-Recommends=false --option APT::Sandbox::User= \
    --option Acquire::Languages=none --option Acquire::Retries=3 \
    ${CHECK_VALID_UNTIL:+--option Acquire::Check-Valid-Until="$CHECK_VALID_UNTIL"} "$@"
}
echo "Fetching Asterisk and its libraries from $suite (about 90 MB) ..."
private_apt update || fail "The package lists of $suite could not be fetched. Nothing was changed."
# The names of all packages; those in the archives already would be left out.
private_apt --option Dir::Cache::archives="$new/none" --print-uris --yes install "${packages[@]}" > "$new/uris" ||
  fail "$suite has no Asterisk. Nothing was changed."
private_apt --download-only --yes install "${packages[@]}" || fail "The packages could not be fetched. Nothing was changed."

# Debian has merged /bin into /usr/bin and so on, and the packages rely on the links.
root=$new/root
for folder in bin sbin lib lib64; do
  mkdir --parents "$root/usr/$folder"
  ln --symbolic "usr/$folder" "$root/$folder"
done
echo "Unpacking ..."
while read -r _ package _; do
  dpkg-deb --fsys-tarfile "$archives/$package" |
    tar --extract --directory "$root" --keep-directory-symlink --no-same-owner
done < "$new/uris"

version=$("$root/$loader" --library-path "$root/usr/lib/$triplet" "$root/usr/sbin/asterisk" -V | sed 's/^Asterisk //')
[ -n "$version" ] || fail "The new Asterisk does not start. Nothing was changed."
if [ "$(printf '%s\n' "$oldest" "$version" | sort --version-sort | head --lines 1)" != "$oldest" ]; then
  fail "$suite has Asterisk $version, and Trunkline needs $oldest or later. Nothing was changed."
fi

# The system changes from here on. Each step can be repeated.
getent passwd asterisk > /dev/null ||
  useradd --system --user-group --home-dir /var/lib/asterisk --no-create-home --shell /usr/sbin/nologin asterisk
install --directory --owner asterisk --group asterisk --mode 750 \
  /var/lib/asterisk /var/log/asterisk /var/spool/asterisk /var/cache/asterisk
install --directory --group asterisk --mode 750 /etc/asterisk

chmod 755 "$root"
release=$version-$(date --utc +%Y%m%dT%H%M%S)
mv "$root" "$prefix/$release"
sed --in-place "s|/usr/lib/$triplet|$prefix/current&|; s|/usr/share/asterisk|$prefix/current&|; s|^\[directories\](!)|[directories]|" \
  "$prefix/$release/etc/asterisk/asterisk.conf"
# Each file gets its name when it is whole: if this script is killed, the next run leaves what is there.
staged=/etc/asterisk/.new
rm --recursive --force $staged
cp --recursive "$prefix/$release/etc/asterisk" $staged
cp --recursive --link --no-clobber $staged/. /etc/asterisk/
rm --recursive $staged
chown --recursive root:asterisk /etc/asterisk
chmod --recursive u=rwX,g=rX,o= /etc/asterisk

cat > "$new/asterisk" << WRAPPER
#!/bin/sh
# Written by deploy/asterisk/install.sh of Trunkline.
root=$prefix/current
exec "\$root/$loader" --library-path "\$root/usr/lib/$triplet" "\$root/usr/sbin/asterisk" "\$@"
WRAPPER
cat > "$new/asterisk.service" << UNIT
# Written by deploy/asterisk/install.sh of Trunkline. Changes belong into /etc/systemd/system/asterisk.service.d/.
[Unit]
Description=Asterisk PBX
Wants=network-online.target
After=network-online.target

[Service]
Type=notify
ExecStart=/usr/local/sbin/asterisk -g -f
ExecReload=/usr/local/sbin/asterisk -rx 'core reload'
User=asterisk
Group=asterisk
RuntimeDirectory=asterisk
WorkingDirectory=/var/lib/asterisk
LimitNOFILE=65536
NoNewPrivileges=yes
Restart=on-failure
RestartSec=1
StandardOutput=null
StandardError=journal

[Install]
WantedBy=multi-user.target
UNIT
cat > "$new/logrotate" << ROTATION
/var/log/asterisk/*.log {
	weekly
	missingok
	rotate 4
	sharedscripts
	su asterisk asterisk
	postrotate
		/usr/local/sbin/asterisk -rx 'logger reload' > /dev/null 2>&1 || true
	endscript
}
ROTATION
install --mode 755 "$new/asterisk" /usr/local/sbin/asterisk
install --mode 644 -D "$new/asterisk.service" /etc/systemd/system/asterisk.service
install --mode 644 -D "$new/logrotate" /etc/logrotate.d/asterisk
previous=$(readlink "$prefix/current" || true)
ln --symbolic "$release" "$new/current"
mv --no-target-directory "$new/current" "$prefix/current"

# A running Asterisk may still load modules of the release that it was started with.
for folder in "$prefix"/*/; do
  case ${folder%/} in
    "$prefix/$release" | "$prefix/$previous" | "$prefix/current" | "$new") ;;
    *) rm --recursive --force "$folder" ;;
  esac
done

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl enable asterisk
fi
echo "Asterisk $version is installed. Go on with its configuration; then start it with: systemctl restart asterisk"

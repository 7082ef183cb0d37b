#!/bin/sh
# Runs a command of Trunkline with the user and the settings of the service: trunkline --help lists them.

program=/usr/lib/trunkline
settings=/etc/trunkline/trunkline.env

if [ "$(id -u)" = 0 ]; then
  HOME=/var/lib/trunkline exec setpriv --reuid=trunkline --regid=trunkline --init-groups -- "$0" "$@"
fi
if [ -e "$settings" ] && [ ! -r "$settings" ]; then
  echo "trunkline: $settings is closed to this user. Run the command as root: sudo trunkline $*" >&2
  exit 1
fi

# The folder in which the command was typed, for the paths of files, and the name of the command, for hints.
INIT_CWD=$PWD
TRUNKLINE_COMMAND=trunkline
export INIT_CWD TRUNKLINE_COMMAND
cd "$program" || exit 1
# The environment comes before the settings, and the settings before the defaults.
exec node_modules/.bin/node --env-file=defaults.env --env-file-if-exists="$settings" scripts/start.mjs "$@"

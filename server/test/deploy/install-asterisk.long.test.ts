import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { atEnd } from '../at-end.ts';
import { cacheFolder } from '../cache-folder.ts';
import { fetchTree } from '../debian-programs.ts';

// Runs the lines of deploy/asterisk/README.md on a copy of this machine's file system.

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');
const installer = join(repository, 'deploy/asterisk/install.sh');
const sandbox = join(import.meta.dirname, 'sandbox.sh');
const readme = readFileSync(join(repository, 'deploy/asterisk/README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'trunkline-deploy-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));

/** The commands in a section of the README. */
function linesOf(section: string): string[] {
  const [, text = ''] = readme.split(new RegExp(`^## ${section}.*$`, 'm'));
  return [...(text.split(/^## /m)[0] ?? '').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines);
}

async function inSandbox(script: string): Promise<string> {
  const [place, file] = [join(folder, 'sandbox'), join(folder, 'script')];
  const ARCHIVES = join(cacheFolder, 'deploy-archives');
  await Promise.all([place, ARCHIVES].map((path) => mkdir(path, { recursive: true })));
  writeFileSync(file, script);
  // The mirrors of test machines may be old.
  const env = { ...process.env, ARCHIVES, CHECK_VALID_UNTIL: 'false' };
  const { stdout } = await run(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'bash', sandbox, place, repository, file],
    {
      env,
      maxBuffer: 10_000_000,
    },
  );
  return stdout;
}

const [onDebian14 = '', onDebian12 = ''] = linesOf('1\\. Asterisk');
const [configuration = '', start = ''] = linesOf('2\\. Its configuration');

async function whyNot(): Promise<string | undefined> {
  try {
    assert.match(readFileSync('/etc/os-release', 'utf8'), /^ID=debian$/m);
    await inSandbox('test "$(id -u)" = 0');
    return undefined;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    return `NO SANDBOX: the installation of Asterisk was not tried; that needs Debian, root and overlayfs. ${error}`;
  }
}
const skip = await whyNot();
if (skip) console.error(skip);

const installed = `
dpkg-query --show > /run/before; sha256sum /lib/*/libc.so.6 >> /run/before
${onDebian12}
dpkg-query --show > /run/after; sha256sum /lib/*/libc.so.6 >> /run/after
cmp /run/before /run/after
`;

/** The script is killed while it copies the configuration: the files of the copy are there, and empty. */
const killed = `
mkdir /run/killing
cat > /run/killing/cp << 'EOF'
#!/bin/sh
/bin/cp --attributes-only "$@"
kill -KILL $PPID
EOF
chmod 755 /run/killing/cp
(PATH=/run/killing:$PATH; deploy/asterisk/install.sh) && exit 1
`;

/** On a separate network, where these ports are free. There is no systemd, so Asterisk is started as its unit says. */
const running = `
cat > /run/start << 'EOF'
set -euo pipefail
ip link set lo up
systemctl() {
  test "$*" = 'restart asterisk'
  install --directory --owner asterisk --group asterisk /run/asterisk
  runuser --user asterisk -- $(sed -n 's/^ExecStart=//p' /etc/systemd/system/asterisk.service) > /dev/null 2>&1 &
  timeout 60 sh -c 'until asterisk -rx "core waitfullybooted" && curl --silent http://127.0.0.1:8088; do sleep 0.1; done' > /dev/null
}
${configuration}
${start}
echo
asterisk -rx 'pjsip show transports'
asterisk -rx 'module show like res_ari_channels'
asterisk -rx 'core stop now' || true
wait
EOF
unshare --net bash /run/start
`;

test('the README has the commands for Debian 14, and those for Debian 12 and 13', () => {
  assert.match(onDebian14, /^apt update\napt install asterisk\n$/);
  assert.match(onDebian12, /^apt update\ndeploy\/asterisk\/install\.sh\n$/);
  assert.ok(configuration.includes('ari.conf') && start.includes('curl'));
});

test('installed beside the system, Asterisk answers with the shipped configuration, and no package has changed', {
  skip: skip ?? false,
  timeout: 600_000,
}, async () => {
  const out = await inSandbox(`${installed}
    systemd-analyze verify /etc/systemd/system/asterisk.service
    test "$(stat --format '%U %a' /var/lib/asterisk)" = 'asterisk 750'
    ${running}
    # Another run puts another release beside the first one; a run that fails changes nothing.
    first=$(readlink /opt/trunkline-asterisk/current)
    echo '; mine' >> /etc/asterisk/pjsip.conf
    rm /etc/asterisk/asterisk.conf
    ${killed}
    deploy/asterisk/install.sh
    test -s /etc/asterisk/asterisk.conf
    test ! -e /etc/asterisk/.new
    second=$(readlink /opt/trunkline-asterisk/current)
    test "$first" != "$second"
    tail --lines 1 /etc/asterisk/pjsip.conf
    if SUITE=no-such-suite deploy/asterisk/install.sh 2> /run/failure; then exit 1; fi
    cat /run/failure
    test "$(readlink /opt/trunkline-asterisk/current)" = "$second"
    ls /opt/trunkline-asterisk
    asterisk -V`);
  assert.match(out, /"version":"2\d\.\d+/, 'ARI answers');
  assert.match(out, /udp +.*0\.0\.0\.0:5060/);
  assert.match(out, /res_ari_channels\.so .*Running/);
  assert.match(out, /^; mine$/m, 'what an administrator wrote stays');
  assert.match(out, /could not be fetched\. Nothing was changed\./);
  assert.match(out, /^Asterisk 2\d\./m);
});

test('shellcheck finds no fault in the scripts', async (t) => {
  let shellcheck: Awaited<ReturnType<typeof fetchTree>>;
  try {
    shellcheck = await fetchTree({
      name: 'shellcheck',
      packages: ['shellcheck'],
      suites: ['forky', 'sid'],
      version: 1,
    });
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    t.skip(`shellcheck could not be had. ${error}`);
    return;
  }
  const { command, args } = shellcheck.program('usr/bin/shellcheck');
  const { stdout } = await run(command, [...args, installer, sandbox]).catch((error) => error);
  assert.equal(stdout, '');
});

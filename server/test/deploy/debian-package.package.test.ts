import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { atEnd } from '../at-end.ts';
import { askAndCall } from './ask-and-call.ts';
import { provideMachine, runInMachine } from './debian-machine.ts';
import { provideRoot, runInRoot } from './debian-root.ts';

// The Debian package and the archive, as `npm run package:deb` and `npm run package:archive` build them, on a small Debian machine
// with systemd and without a network.

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');
const script = (name: string, ...args: string[]) =>
  run(process.execPath, [join(repository, 'scripts', name), ...args], { cwd: repository });
const limit = { timeout: 420_000 };

const namespaces = ['--mount', '--pid', '--fork', '--ipc', '--uts', '--net', '--cgroup'];
const isPossible = process.getuid?.() === 0 && spawnSync('unshare', [...namespaces, 'true']).status === 0;
const skip = isPossible || process.env.CI === 'true' ? false : 'It needs Linux, and root with namespaces.';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-packages-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const staged = join(folder, 'staged');

const build = async (name: string, ...args: string[]) =>
  (await script(name, '--staged', staged, '--to', folder, ...args)).stdout.trim();

before(
  async () => {
    if (skip) return;
    await provideMachine();
    await script('stage.mjs', staged);
  },
  { timeout: 600_000 },
);

test('the package is installed, upgraded, removed and purged, and only a purge removes data', {
  ...limit,
  skip,
}, async () => {
  const first = await build('package-deb.mjs', '--version', '1.0.0~first');
  const second = await build('package-deb.mjs', '--version', '1.0.0~second');
  const out = await runInMachine(
    `${askAndCall}
node() { /root/node "$@"; }
dpkg --install trunkline_1.0.0~first_*.deb
cp /usr/lib/trunkline/node_modules/.bin/node /root/node

echo '== installed'
ask /health/ready; ask /docs/guides/operating; ask /examples/README.md; ask /login
systemctl show --property=ActiveState,SubState,User,UnitFileState trunkline
systemd-analyze verify --man=no /usr/lib/systemd/system/trunkline.service
systemd-analyze security --no-pager trunkline | tail -1
stat --format '%n %U:%G %a' /etc/trunkline/trunkline.env /var/lib/trunkline /var/lib/trunkline/secrets.key
find /usr/lib/trunkline /usr/bin/trunkline ! -user root -o -perm /022 ! -type l
echo '-- files'
find / -xdev -newer /root/node ! -path '/proc/*' ! -path '/sys/*' ! -path '/run/*' ! -path '/tmp/*' ! -path '/root/*' -user trunkline \\
  | cut -d/ -f1-4 | sort -u
call "$(trunkline demo | grep -o 'tl_test_[A-Za-z0-9]*' | head -1)"
trunkline tenant create --name Acme
if setpriv --reuid=65534 --clear-groups trunkline tenant list; then exit 1; fi
systemctl kill --signal=KILL trunkline
ask /health/ready

echo '== upgraded'
echo PORT=8090 >> /etc/trunkline/trunkline.env
before=$(systemctl show --property=MainPID trunkline)
dpkg --install trunkline_1.0.0~second_*.deb
test "$before" != "$(systemctl show --property=MainPID trunkline)"
dpkg-query --show trunkline
trunkline version
ask /health/ready 8090
trunkline tenant list
stat --format '%n %U:%G %a' /etc/trunkline/trunkline.env

echo '== removed'
dpkg --remove trunkline
systemctl is-active trunkline || true
if find /proc -maxdepth 1 -user trunkline | grep .; then exit 1; fi
ls -d /usr/lib/trunkline /usr/bin/trunkline /var/lib/trunkline/postgres /etc/trunkline/trunkline.env 2>&1 || true
dpkg --install trunkline_1.0.0~second_*.deb
ask /health/ready 8090
trunkline tenant list

echo '== purged'
dpkg --purge trunkline
ls -d /usr/lib/trunkline /var/lib/trunkline /var/cache/trunkline /etc/trunkline 2>&1 || true
echo '-- left'
find / -xdev -name '*trunkline*' ! -path '/root/*' ! -path '/proc/*' ! -path '/var/log/*' ! -path '/tmp/*' ! -path '/var/tmp/*'

echo '== mounted'
mkdir /var/lib/trunkline; mount -t tmpfs tmpfs /var/lib/trunkline
dpkg --install trunkline_1.0.0~first_*.deb
ask /health/ready
dpkg --purge trunkline
dpkg-query --show trunkline || true
find /var/lib/trunkline
umount /var/lib/trunkline

echo '== mounted below'
mkdir --parents /srv/shared /var/lib/trunkline/recordings; echo > /srv/shared/of-other-nodes
mount --bind /srv/shared /var/lib/trunkline/recordings
chown --recursive trunkline: /var/lib/trunkline
dpkg --install trunkline_1.0.0~first_*.deb
ask /health/ready
dpkg --purge trunkline 2>&1
ls -d /etc/trunkline /var/lib/trunkline/secrets.key /srv/shared/of-other-nodes 2>&1 || true
umount /var/lib/trunkline/recordings
rm -rf /srv/shared /var/lib/trunkline; mkdir /var/lib/trunkline

echo '== refused'
echo > /var/lib/trunkline/of-root
if dpkg --install trunkline_1.0.0~first_*.deb; then exit 1; fi
ls /var/lib/trunkline
`,
    [first, second],
  );
  const [, installed = '', upgraded = '', removed = '', purged = '', mounted = '', below = '', refused = ''] =
    out.split(/^== .*\n/m);

  for (const path of ['/health/ready', '/docs/guides/operating', '/examples/README.md', '/login'])
    assert.ok(installed.includes(`${path} 200 `), installed);
  for (const line of ['User=trunkline', 'ActiveState=active', 'SubState=running', 'UnitFileState=enabled', 'mp3 200'])
    assert.ok(installed.split('\n').includes(line), `${line}\n${installed}`);
  assert.ok(Number(/exposure level for trunkline.service: ([\d.]+)/.exec(installed)?.[1]) < 2, installed);
  assert.match(
    installed,
    /^\/etc\/trunkline\/trunkline.env root:trunkline 640\n\/var\/lib\/trunkline trunkline:trunkline 711\n/m,
  );
  assert.match(
    installed,
    /^\/var\/lib\/trunkline\/secrets.key trunkline:trunkline 600\n-- files\n\/var\/cache\/trunkline\n\/var\/lib\/trunkline\nmp3/m,
  );
  assert.match(installed, /trunkline.env is closed to this user\. Run the command as root/);
  assert.match(installed, /\n\/health\/ready 200 .*\n$/, 'it is started again after a kill');

  assert.match(
    upgraded,
    /^trunkline\t1\.0\.0~second\n1\.0\.0~second\n\/health\/ready 200 [\s\S]*\bAcme\b[\s\S]*trunkline.env root:trunkline 640\n$/m,
  );

  assert.match(removed, /^inactive\n/m);
  assert.match(removed, /cannot access '\/usr\/lib\/trunkline'[\s\S]*cannot access '\/usr\/bin\/trunkline'/);
  assert.match(removed, /^\/etc\/trunkline\/trunkline.env\n\/var\/lib\/trunkline\/postgres\n/m);
  assert.match(removed, /^\/health\/ready 200 [\s\S]*\bAcme\b/m);

  for (const path of ['/usr/lib/trunkline', '/var/lib/trunkline', '/var/cache/trunkline', '/etc/trunkline'])
    assert.ok(purged.includes(`cannot access '${path}'`), purged);
  assert.match(purged, /-- left\n$/);

  assert.match(mounted, /^\/health\/ready 200 [\s\S]*no packages found matching trunkline\n\/var\/lib\/trunkline\n$/m);

  assert.match(
    below,
    /^\/health\/ready 200 [\s\S]*^trunkline: \/var\/lib\/trunkline is left as it is.*: \/var\/lib\/trunkline\/recordings\n/m,
  );
  assert.match(below, /\/etc\/trunkline'[\s\S]*\n\/srv\/shared\/of-other-nodes\n\/var\/lib\/trunkline\/secrets.key\n$/);

  assert.match(refused, /has files of an installation that another user than trunkline runs[\s\S]*\nof-root\n$/);
});

test('the archive runs for an ordinary user on a machine without a network and without the libraries of Node', {
  ...limit,
  skip,
}, async () => {
  const archive = await build('package-archive.mjs');
  const out = await runInMachine(
    `${askAndCall}
dpkg --purge libatomic1
tar --extract --file trunkline-*.tar.gz --directory /opt
mv /opt/trunkline-* /opt/trunkline
if /opt/trunkline/node_modules/.bin/node --version; then exit 1; fi
node() { LD_LIBRARY_PATH=/opt/trunkline/lib /opt/trunkline/node_modules/.bin/node "$@"; }
install --directory --owner daemon /srv/data
as_daemon="setpriv --reuid=daemon --regid=daemon --clear-groups env DATA_DIR=/srv/data /opt/trunkline/trunkline"
$as_daemon serve > /root/log 2>&1 &
server=$!
ask /health/ready; ask /docs/guides/operating; ask /examples/README.md; ask /login
call "$($as_daemon demo | grep -o 'tl_test_[A-Za-z0-9]*' | head -1)"
echo '-- files'
find /opt/trunkline -user daemon
echo '-- stopped'
kill -TERM $server
wait $server
$as_daemon tenant list
`,
    [archive],
  );
  for (const path of ['/health/ready', '/docs/guides/operating', '/examples/README.md', '/login'])
    assert.ok(out.includes(`${path} 200 `), out);
  assert.match(out, /^mp3 200\n-- files\n-- stopped\n[\s\S]*\bDemo\b/m);
});

test('lintian finds no error and no warning in the package', { ...limit, skip }, async () => {
  const lintian = await provideRoot({ name: 'lintian', suite: 'bookworm', packages: ['lintian'], version: 1 });
  // With Node and PostgreSQL it takes minutes; what it says about them depends on their version alone.
  const light = join(folder, 'light');
  const isOurs = (path: string) => !path.startsWith(join(staged, 'node_modules'));
  cpSync(staged, light, { recursive: true, verbatimSymlinks: true, filter: isOurs });
  const { stdout } = await script('package-deb.mjs', '--staged', light, '--to', folder, '--version', '1.0.0~light');
  const options = '--fail-on=error,warning --display-info --suppress-tags=unused-override';
  const out = await runInRoot(lintian, `lintian ${options} *.deb`, {
    files: [stdout.trim()],
    repository,
    timeout: 300_000,
  });
  assert.match(out, /^I: trunkline: package-supports-alternative-init/m, 'it has read the package');
});

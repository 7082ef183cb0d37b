import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { atEnd } from '../at-end.ts';
import { askAndCall } from './ask-and-call.ts';
import { provideRoot, runInRoot } from './debian-root.ts';

// deploy/docker/Dockerfile, built and run by Debian's podman. No registry of images is needed: the two images that the Dockerfile
// names are made here, of Debian packages, the pinned Node and the npm of this machine.

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');
const suite = 'trixie';
const tools = { name: 'podman', suite, packages: ['podman', 'crun', 'ca-certificates'], version: 1 };
const slim = { name: 'slim', suite, packages: ['apt'], version: 1 };

const namespaces = ['--mount', '--pid', '--fork', '--ipc', '--uts', '--cgroup'];
const isPossible = process.getuid?.() === 0 && spawnSync('unshare', [...namespaces, 'true']).status === 0;
const skip = isPossible || process.env.CI === 'true' ? false : 'It needs Linux, and root with namespaces.';

/** The files of an image like the official ones of Node, and the settings of npm with the registry that this machine uses. */
async function nodeImage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-node-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const image = join(folder, 'node');
  await mkdir(image);
  const { stdout: npm } = await run('sh', [
    '-c',
    'PATH=$(echo "$PATH" | tr : "\\n" | grep -v node_modules | paste -sd :); command -v npm',
  ]);
  await cp(await realpath(process.execPath), join(image, 'node'));
  await cp(dirname(dirname(await realpath(npm.trim()))), join(image, 'npm'), { recursive: true });
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry']);
  await writeFile(join(image, 'npmrc'), `registry=${registry}`);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) await cp(certificates, join(image, 'certificates'));
  else await writeFile(join(image, 'certificates'), '');
  await writeFile(
    join(image, 'Dockerfile'),
    `FROM docker.io/library/debian:13-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1
COPY node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm
COPY certificates /usr/local/share/
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ENV NODE_EXTRA_CA_CERTS=/usr/local/share/certificates
`,
  );
  return image;
}

const script = (slimFile: string) => `set -euo pipefail
export STORAGE_DRIVER=vfs PODMAN_IGNORE_CGROUPSV1_WARNING=1
pod() { podman --cgroup-manager=cgroupfs --events-backend=none "$@"; }
build() {
  pod build --quiet --pull=never --layers=false --isolation=chroot --network=host --format=docker \\
    --ulimit nofile=$(ulimit -Hn):$(ulimit -Hn) --ulimit nproc=$(ulimit -Hu):$(ulimit -Hu) "$@" > /root/build.log || { cat /root/build.log; exit 1; }
}
start() { pod run --detach --pull=never --cgroups=disabled --ulimit=host "$@" > /dev/null; }
# As compose.yaml and deploy/kubernetes close it in.
closed="--read-only --read-only-tmpfs=false --tmpfs=/tmp --cap-drop=all --security-opt=no-new-privileges"
${askAndCall}
node() { pod exec one /usr/lib/trunkline/node_modules/.bin/node "$@"; }

pod import --quiet ${slimFile} docker.io/library/debian:13-slim > /dev/null
rm ${slimFile}
build --tag docker.io/library/node:24-trixie-slim node
build --secret=id=npmrc,src=/root/node/npmrc --file=/repository/deploy/docker/Dockerfile --tag=trunkline /repository

echo '== image'
pod inspect --format '{{.Config.User}} {{.Config.StopSignal}} {{.Config.Volumes}}' trunkline
pod inspect --format 'size {{.Size}}' trunkline
pod run --rm --pull=never --cgroups=disabled --network=none --ulimit=host --entrypoint=sh trunkline -c '
  command -v gcc cc make python3 npm node git curl
  ls -d /root/.npmrc /usr/lib/trunkline/node_modules/typescript /usr/lib/trunkline/node_modules/vite /usr/lib/trunkline/server/test /build 2> /dev/null
  find / -xdev -writable ! -type l ! -path "/proc/*" ! -path "/dev/*" ! -path "/sys/*" 2> /dev/null
  true'

echo '== first'
start --name=one $closed --network=none --volume=data:/var/lib/trunkline trunkline
ask /health/ready; ask /docs/guides/operating; ask /examples/README.md; ask /login
pod healthcheck run one && echo healthy
pod exec one sh -c 'id; echo "process 1 is $(cat /proc/1/comm)"'
call "$(pod exec one trunkline demo | grep -o 'tl_test_[A-Za-z0-9]*' | head -1)"
pod exec one trunkline tenant create --name Acme > /dev/null
echo '== stopped'
pod stop --time=30 one
pod inspect --format 'exit {{.State.ExitCode}}' one
pod logs one 2>&1 | tail -1
echo '== again'
pod start one
ask /health/ready
pod exec one trunkline tenant list
pod kill --signal=KILL one
pod wait one
pod start one
ask /health/ready
pod exec one trunkline tenant list
`;

test('the image is built and runs as an ordinary user on a read-only file system, stops when asked to, and keeps its data', {
  timeout: 900_000,
  skip,
}, async () => {
  const [podman, files] = [await provideRoot(tools), [await provideRoot(slim), await nodeImage()]];
  const slimFile = files[0]?.split('/').at(-1) ?? '';
  const out = await runInRoot(podman, script(slimFile), { files, repository, timeout: 800_000 });
  const [, image = '', first = '', stopped = '', again = ''] = out.split(/^== .*\n/m);

  assert.match(image, /^10001:10001 SIGTERM map\[\/var\/lib\/trunkline:\{\}\]\nsize \d+\n/);
  assert.ok(Number(/^size (\d+)/m.exec(image)?.[1]) < 450_000_000, image);
  const closed = image.split('\n').slice(2);
  assert.deepEqual(
    closed.filter((path) => !/^\/(var\/)?tmp$|^\/run\/lock$|^\/var\/lib\/trunkline$|^$/.test(path)),
    [],
  );

  for (const path of ['/health/ready', '/docs/guides/operating', '/examples/README.md', '/login'])
    assert.ok(first.includes(`${path} 200 `), first);
  assert.match(
    first,
    /^healthy\nuid=10001\(trunkline\) gid=10001\(trunkline\) groups=10001\(trunkline\)\nprocess 1 is tini\nmp3 200\n$/m,
  );

  assert.match(stopped, /^exit 0\nStopping: /m);
  assert.equal(again.match(/\bAcme\b/g)?.length, 2, again);
});

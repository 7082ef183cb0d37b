// Builds the Debian package dist/trunkline_VERSION_ARCHITECTURE.deb, for the architecture of this machine.
//
//   npm run package:deb [-- --version 1.2.3]    another version than that of package.json
//                       [--staged FOLDER]       of a folder that scripts/stage.mjs has made
//                       [--to FOLDER]           into another folder than dist
//
// It needs dpkg-deb. The files of the package are in deploy/debian; docs/installing.md says how to install it.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { root } from './current-bundle.mjs';
import { lastChange, stage, versionOfProject } from './stage.mjs';

const { values } = parseArgs({
  options: {
    version: { type: 'string', default: versionOfProject },
    staged: { type: 'string' },
    to: { type: 'string', default: join(root, 'dist') },
  },
});
const { version } = values;
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch];
if (!architecture) throw new Error(`There is no Debian package for ${process.arch}.`);
const from = join(root, 'deploy/debian');
const scripts = ['preinst', 'postinst', 'prerm', 'postrm'];

const folder = mkdtempSync(join(tmpdir(), 'trunkline-package-'));
try {
  console.log(await build(join(folder, 'package')));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function build(package_) {
  const inPackage = (path) => join(package_, path);
  mkdirSync(inPackage('usr/lib'), { recursive: true });
  if (values.staged) cpSync(values.staged, inPackage('usr/lib/trunkline'), { recursive: true, verbatimSymlinks: true });
  else await stage(inPackage('usr/lib/trunkline'));

  const put = (path, content, mode = 0o644) => {
    mkdirSync(dirname(inPackage(path)), { recursive: true });
    writeFileSync(inPackage(path), content);
    chmodSync(inPackage(path), mode);
  };
  const ofProject = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  put('usr/lib/trunkline/package.json', `${JSON.stringify({ ...ofProject, version }, undefined, 2)}\n`);
  const text = (name) => readFileSync(join(from, name), 'utf8').replaceAll('@VERSION@', version);
  const packed = (content) => gzipSync(content, { level: 9 });
  put('usr/bin/trunkline', text('trunkline.sh'), 0o755);
  put('usr/lib/trunkline/defaults.env', text('defaults.env'));
  put('usr/lib/systemd/system/trunkline.service', text('trunkline.service'));
  put('etc/trunkline/trunkline.env', text('trunkline.env'), 0o640);
  put('usr/share/man/man1/trunkline.1.gz', packed(text('trunkline.1')));
  put('usr/share/doc/trunkline/copyright', text('copyright'));
  put('usr/share/doc/trunkline/changelog.gz', packed(changelog()));
  put('usr/share/lintian/overrides/trunkline', text('lintian-overrides'));
  rmSync(inPackage('usr/lib/trunkline/LICENSE')); // It is in `copyright`.
  symlinkSync('../../../lib/trunkline/docs', inPackage('usr/share/doc/trunkline/docs'));

  const size = execFileSync('du', ['--summarize', '--apparent-size', '--block-size=1024', package_], {
    encoding: 'utf8',
  });
  put('DEBIAN/control', text('control').replace('@ARCHITECTURE@', architecture).replace('@SIZE@', size.split('\t')[0]));
  put('DEBIAN/conffiles', '/etc/trunkline/trunkline.env\n');
  put(
    'DEBIAN/md5sums',
    execFileSync('sh', ['-c', 'find usr -type f -print0 | sort -z | xargs -0 md5sum'], { cwd: package_ }),
  );
  for (const name of scripts) put(`DEBIAN/${name}`, text(name), 0o755);
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', 'usr', 'DEBIAN'], { cwd: package_ });
  for (const path of ['', 'etc', 'etc/trunkline']) chmodSync(inPackage(path), 0o755);

  const file = join(values.to, `trunkline_${version}_${architecture}.deb`);
  mkdirSync(dirname(file), { recursive: true });
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(lastChange()) };
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z4', '--build', package_, file], {
    env,
    stdio: 'ignore',
  });
  return file;
}

function changelog() {
  const date = new Date(lastChange() * 1000).toUTCString().replace('GMT', '+0000');
  return `trunkline (${version}) unstable; urgency=medium

  * Version ${version}. What has changed is in /usr/lib/trunkline/CHANGELOG.md.

 -- Trunkline maintainers <maintainers@trunkline.example>  ${date}
`;
}

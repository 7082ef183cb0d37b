// Builds dist/trunkline-VERSION-linux-ARCHITECTURE.tar.gz: everything that Trunkline needs on a machine without internet access
// and without packages of its own, to unpack anywhere.
//
//   npm run package:archive [-- --staged FOLDER]    of a folder that scripts/stage.mjs has made
//                           [--to FOLDER]           into another folder than dist
//
// docs/installing.md says how to use it.

import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './current-bundle.mjs';
import { lastChange, stage, versionOfProject } from './stage.mjs';

const { values } = parseArgs({
  options: { staged: { type: 'string' }, to: { type: 'string', default: join(root, 'dist') } },
});
const name = `trunkline-${versionOfProject}`;
/** Libraries of GCC that Node needs, and small installations lack. ./trunkline uses them if Node does not start without them. */
const ofGcc = /^\s*(lib(?:atomic|gcc_s|stdc\+\+)\.so\.\d+) => (\/\S+)/gm;

const folder = mkdtempSync(join(tmpdir(), 'trunkline-archive-'));
try {
  console.log(await build(join(folder, name)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function build(tree) {
  if (values.staged) cpSync(values.staged, tree, { recursive: true, verbatimSymlinks: true });
  else await stage(tree);
  const needed = execFileSync('ldd', [join(tree, 'node_modules/.bin/node')], { encoding: 'utf8' });
  mkdirSync(join(tree, 'lib'));
  for (const [, library, file] of needed.matchAll(ofGcc)) {
    copyFileSync(file, join(tree, 'lib', library));
    chmodSync(join(tree, 'lib', library), 0o644);
  }
  const file = join(values.to, `${name}-linux-${process.arch}.tar.gz`);
  mkdirSync(dirname(file), { recursive: true });
  const alike = ['--sort=name', `--mtime=@${lastChange()}`, '--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', ['--create', '--gzip', `--file=${file}`, ...alike, `--directory=${dirname(tree)}`, name]);
  return file;
}

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-common';
import type { Log } from '../../platform/log.ts';
import { againLater } from './again-later.ts';
import { notFetched, notUsable } from './not-fetched.ts';
import { keepPackageFiles, mitLicense, type PackageFiles } from './npm-package.ts';

// ONNX Runtime runs the models. Its package holds the files of all systems, 288 MB, and only the analysis of calls needs it. So
// it is not a dependency: the first analysis downloads it, and those files are kept that are for this system.

export type Runtime = { InferenceSession: typeof InferenceSession; Tensor: typeof Tensor };
export type { InferenceSession, Tensor };

const version = '1.30.0';
/** The name of its folder. */
export const runtimeName = `onnxruntime-${version}`;

const system = `${process.platform}/${process.arch}`;
const systems = ['linux/x64', 'linux/arm64', 'darwin/arm64', 'win32/x64', 'win32/arm64'];
const license = mitLicense('Microsoft Corporation');

/** The first package requires the second one, which Node finds beside it. */
const packages: Record<string, PackageFiles> = {
  'onnxruntime-node': {
    about: 'the model runtime (114 MB)',
    spec: `onnxruntime-node@${version}`,
    integrity: 'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
    files: {
      'package.json': 'package.json',
      dist: 'dist',
      [`bin/napi-v6/${system}`]: `bin/napi-v6/${system}`,
    },
    license,
  },
  'onnxruntime-common': {
    about: 'the interface of the model runtime (0.2 MB)',
    spec: `onnxruntime-common@${version}`,
    integrity: 'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
    files: { 'package.json': 'package.json', 'dist/cjs': 'dist/cjs' },
    license,
  },
};

/** `createRequire` takes only absolute paths, and `DATA_DIR` is a relative one by default. */
const modulesIn = (folder: string) => resolve(folder, runtimeName, 'node_modules');

/** Why calls cannot be analyzed on this system; undefined if they can be. */
export const refusalOf = (name: string): string | undefined =>
  systems.includes(name)
    ? undefined
    : `Calls are not analyzed on this machine: ONNX Runtime ${version}, which runs the models, has no files for ${name}` +
      `${name === 'darwin/x64' ? ' (Macs with an Intel processor)' : ''}. Run Trunkline on ${systems.join(', ')} instead.`;

export const refusalHere = refusalOf(system);

/** Whether nothing of it is left to download. */
export const isRuntimeFetched = (folder: string) =>
  Object.keys(packages).every((name) => existsSync(join(modulesIn(folder), name)));

/** The folder of the two packages, which are downloaded if they are not there yet. */
async function fetchRuntime(folder: string, note?: Log): Promise<string> {
  if (refusalHere !== undefined) throw notUsable(refusalHere);
  const modules = modulesIn(folder);
  try {
    for (const [name, files] of Object.entries(packages)) await keepPackageFiles(join(modules, name), files, note);
  } catch (error) {
    throw notFetched('The model runtime could not be fetched, so calls are not analyzed.', error);
  }
  return modules;
}

export const loadRuntime = againLater(async (folder: string, note?: Log): Promise<Runtime> => {
  const modules = await fetchRuntime(folder, note);
  try {
    return createRequire(join(modules, 'from-here.js'))('onnxruntime-node');
  } catch (error) {
    throw notUsable(
      `The model runtime in ${modules} cannot be loaded, so calls are not analyzed. If the disk of DATA_DIR is mounted ` +
        `with noexec, mount it without; otherwise delete that folder, and it is downloaded again. ${error}`,
      { cause: error },
    );
  }
});

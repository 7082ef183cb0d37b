import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from '../at-end.ts';
import { blocksOf, repository } from '../guides/guide.ts';
import { type InstalledSdk, installSdk } from '../sdk/install-sdk.ts';
import { until } from '../until.ts';

// The examples as a user has them: their folder beside the installed package of the SDK.

type Settings = Record<string, string>;

export type Examples = {
  folder: string;
  /** Runs the command of an example's README, with the key and the secret filled in, to its end. */
  run(example: string, settings: Settings, args?: string): Promise<string>;
  /** Starts a server in the same way, and returns its address. */
  serve(example: string, settings: Settings): Promise<{ address: string; output: () => string }>;
};

/** Into the project that has the package already, or into a new one. */
export async function installExamples(sdk?: InstalledSdk): Promise<Examples> {
  const { project } = sdk ?? (await installSdk());
  cpSync(join(repository, 'examples'), join(project, 'examples'), { recursive: true });

  function start(example: string, settings: Settings, args = '') {
    const [block] = blocksOf(`examples/${example}/README.md`);
    const { KEY = '', WEBHOOK_SECRET = '', ...others } = settings;
    const command = block?.text.trim().replace('tl_test_...', KEY).replace('whsec_...', WEBHOOK_SECRET);
    const child = spawn('sh', ['-c', `${command?.replace('node ', 'exec node ')} ${args}`], {
      cwd: project,
      env: { ...process.env, PORT: '0', ...others },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    atEnd(() => child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text;
      });
    return { child, output: () => output };
  }

  return {
    folder: project,
    async run(example, settings, args) {
      const { child, output } = start(example, settings, args);
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`${example} ended with ${code}: ${output()}`);
      return output();
    },
    async serve(example, settings) {
      const { child, output } = start(example, settings);
      const address = await until(() => {
        if (child.exitCode !== null) throw new Error(`${example} ended: ${output()}`);
        return /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
      });
      return { address, output };
    },
  };
}

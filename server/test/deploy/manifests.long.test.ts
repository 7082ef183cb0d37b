import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { settings } from '../../src/config.ts';
import { withLock } from '../../src/database/file-lock.ts';
import { atEnd } from '../at-end.ts';
import { cacheFolder } from '../cache-folder.ts';
import { fetchTree } from '../debian-programs.ts';
import { compile, npm } from '../sdk/install-sdk.ts';
import { startTestApp } from '../test-app.ts';

// deploy/docker/compose.yaml and deploy/kubernetes, as Debian's Compose and kubectl read them. Neither needs a server for that.

const run = promisify(execFile);
const deploy = join(import.meta.dirname, '../../../deploy');
const limit = { timeout: 600_000 };

/** Runs a program of Debian 13. */
async function provide(name: string, file: string) {
  const { command, args } = (await fetchTree({ name, packages: [name], suites: ['trixie'], version: 1 })).program(file);
  return (options: string[], env: Record<string, string | undefined> = {}) =>
    run(command, [...args, ...options], { env: { PATH: process.env.PATH, ...env } });
}

/** What the test needs, or undefined after it has been skipped. */
async function orSkip<T>(t: TestContext, provided: Promise<T>): Promise<T | undefined> {
  try {
    return await provided;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    t.skip(`A download failed. ${error}`);
    return undefined;
  }
}

const isSetting = (name: string) => name in settings;

test('Compose accepts compose.yaml, asks for the secrets, and passes settings that exist', limit, async (t) => {
  const compose = await orSkip(t, provide('docker-compose', 'usr/libexec/docker/cli-plugins/docker-compose'));
  if (!compose) return;
  const file = join(deploy, 'docker/compose.yaml');
  const config = (secrets: Record<string, string>) => compose(['--file', file, 'config', '--format=json'], secrets);
  const { stdout } = await config({ POSTGRES_PASSWORD: 'word', SECRETS_KEY: 'key' });
  const { environment, ...trunkline } = JSON.parse(stdout).services.trunkline;
  assert.deepEqual(
    Object.keys(environment).filter((name) => !isSetting(name)),
    [],
  );
  assert.equal(environment.DATABASE_URL, 'postgres://trunkline:word@postgres/trunkline');
  assert.equal(trunkline.read_only, true);
  assert.equal(trunkline.ports[0].host_ip, '127.0.0.1');
  await assert.rejects(config({ POSTGRES_PASSWORD: 'word' }), /SECRETS_KEY is missing a value/);
});

test(
  'kustomize renders manifests that Kubernetes knows, with settings and paths that the server knows',
  limit,
  async (t) => {
    const kubectl = await orSkip(t, provide('kubernetes-client', 'usr/bin/kubectl'));
    if (!kubectl || !(await orSkip(t, providePackages()))) return;
    const { stdout } = await kubectl(['kustomize', join(deploy, 'kubernetes/example')]);
    const manifests = await readManifests(stdout);
    assert.deepEqual(manifests.map(({ kind }) => kind).sort(), [
      'Deployment',
      'Namespace',
      'PodDisruptionBudget',
      'Secret',
      'Service',
    ]);
    await checkTypes(manifests);
    const [pod] = manifests.flatMap(({ kind, spec }) => (kind === 'Deployment' ? [spec.template.spec] : []));
    const [container] = pod.containers;
    const secret = manifests.find(({ kind }) => kind === 'Secret');

    // The check of types notices a field that Kubernetes would ignore, such as a protection with a wrong name.
    const wrong = structuredClone(manifests);
    for (const { kind, spec } of wrong) if (kind === 'Deployment') spec.template.spec.runAsNonRoot = true;
    await assert.rejects(checkTypes(wrong), ({ stdout: message }) => /runAsNonRoot.* does not exist/.test(message));

    assert.equal(container.image, 'registry.example/trunkline:0.1.0');
    assert.match(secret?.metadata.name ?? '', /^trunkline-\w+$/);
    assert.equal(container.envFrom[0].secretRef.name, secret?.metadata.name);
    const environment: Record<string, string> = Object.fromEntries(
      container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    const names = [...Object.keys(environment), ...Object.keys(secret?.data ?? {})];
    assert.deepEqual(
      names.filter((name) => !isSetting(name)),
      [],
    );
    const drain = Number(environment.DRAIN_DELAY_SECONDS) + Number(environment.DRAIN_SECONDS);
    assert.ok(pod.terminationGracePeriodSeconds > drain);

    const { readinessProbe } = container;
    assert.ok(Number(environment.DRAIN_DELAY_SECONDS) > readinessProbe.periodSeconds * readinessProbe.failureThreshold);
    const app = await startTestApp();
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path } = container[probe].httpGet;
      assert.equal((await fetch(`${app.address}${path}`)).status, 200, path);
    }
  },
);

// biome-ignore lint/suspicious/noExplicitAny: TypeScript checks them in checkTypes, against the types of Kubernetes.
type Manifest = { apiVersion: string; kind: string; metadata: { name: string }; spec?: any; data?: object };

const packages = ['kubernetes-models@5.1.0', 'yaml@2.9.1'];

/** The folder of packages that only this test needs. */
async function providePackages(): Promise<string> {
  const folder = join(cacheFolder, packages.join('-'));
  mkdirSync(folder, { recursive: true });
  await withLock(join(folder, '.lock'), async () => {
    if (existsSync(join(folder, 'complete'))) return;
    await npm(folder, ['install', '--no-save', ...packages]);
    writeFileSync(join(folder, 'complete'), '');
  });
  return join(folder, 'node_modules');
}

async function readManifests(text: string): Promise<Manifest[]> {
  const yaml = await import(pathToFileURL(join(await providePackages(), 'yaml/dist/index.js')).href);
  return yaml.parseAllDocuments(text).map((document: { toJS(): Manifest }) => document.toJS());
}

/** Compiles the manifests as constants of the types that were made from the OpenAPI document of Kubernetes. */
async function checkTypes(manifests: Manifest[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-manifests-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(await providePackages(), join(folder, 'node_modules'));
  const constants = manifests.map(
    (
      manifest,
      at,
    ) => `import type { I${manifest.kind} } from 'kubernetes-models/${manifest.apiVersion}/${manifest.kind}';
export const manifest${at}: I${manifest.kind} = ${JSON.stringify(manifest)};`,
  );
  writeFileSync(join(folder, 'manifests.ts'), constants.join('\n'));
  await compile(folder, [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    'manifests.ts',
  ]);
}

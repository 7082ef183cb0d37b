import assert from 'node:assert/strict';
import { browser } from './browser.ts';
import type { TestApp } from './test-app.ts';

// Every operation of the administrators' document, so that a test of all operations covers future ones too.

export type ConsoleOperation = {
  method: string;
  path: string;
  role: string;
  isForSupervisors: boolean;
  body: object | undefined;
};

type Documented = { 'x-required-role': string; 'x-open-to-supervisors': boolean; requestBody?: object };

export async function consoleOperations(app: Pick<TestApp, 'address'>): Promise<ConsoleOperation[]> {
  const { paths } = (await browser(app).get('/openapi.json')).body;
  return Object.entries<Record<string, Documented>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      role: operation['x-required-role'],
      isForSupervisors: operation['x-open-to-supervisors'],
      body: operation.requestBody && {},
    })),
  );
}

export type Ids = Record<string, string | number>;

/** A path of the document with an id for each of its parameters. */
export const withIds = (path: string, ids: Ids) =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? assert.fail(`Nobody knows a ${name}.`)));

// `npm run api-types`: writes the types of the console and of the SDK from the OpenAPI documents of a running server.
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { startTestApp } from '../test-app.ts';
import { apiTypes, typeFiles } from './api-types.ts';

const app = await startTestApp();

for (const types of typeFiles)
  test(`the types of the ${types.readers} are written`, async () =>
    writeFileSync(types.file, await apiTypes(app, types)));

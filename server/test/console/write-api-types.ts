// `npm run api-types`: writes the types of the console from the OpenAPI document of a running server.
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { startTestApp } from '../test-app.ts';
import { apiTypes, apiTypesFile } from './api-types.ts';

const app = await startTestApp();

test('the types of the console are written', async () => writeFileSync(apiTypesFile, await apiTypes(app)));

// Refuses to start if the port is taken, before anything is downloaded or built. It runs before an installation by `npm start` and
// before `npm run dev`, on whatever Node the machine has, so it is plain JavaScript and uses no package. The server itself still
// refuses a port that is taken in the meantime.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

// As in server/src/config.ts.
const setting = (name, fallback) => process.env[name]?.trim() || fallback;
const host = setting('HOST', '127.0.0.1');
const dataDir = setting('DATA_DIR', './.data');
const portText = setting('PORT', '8080');
const highestPort = 65_535;
const command = process.env.npm_lifecycle_event === 'predev' ? 'npm run dev' : 'npm start';

async function main() {
  if (!/^\d{1,15}$/.test(portText) || Number(portText) > highestPort)
    return `PORT must be a whole number from 0 to ${highestPort}.`;
  const port = Number(portText);
  // Faults of HOST are left to the server.
  if ((await tryPort(port)) !== 'EADDRINUSE') return undefined;
  const own = runningServer();
  if (own?.address.endsWith(`:${port}`))
    return `This Trunkline is already running (pid ${own.pid}), at ${own.address}.`;
  return (
    `Port ${port} of ${host} is in use by another program. Stop that one, or start on another port:\n\n` +
    `  PORT=${await nextFreePort(port)} ${command}\n`
  );
}

/** The code of the error that prevents listening; undefined if there is none. Port 0 is always free. */
function tryPort(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

async function nextFreePort(taken) {
  for (let port = taken + 1; port <= Math.min(taken + 100, highestPort); port++)
    if ((await tryPort(port)) === undefined) return port;
  return 0;
}

/** The server of this data folder, according to its file there: see server/src/cli/installation/one-server.ts. */
function runningServer() {
  try {
    const { pid, address } = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8'));
    process.kill(pid, 0);
    return typeof address === 'string' ? { pid, address } : undefined;
  } catch {
    return undefined; // There is none, or it belongs to another user.
  }
}

const refusal = await main();
if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}

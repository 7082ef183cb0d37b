import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

// The machines of the lab are addresses of this one. Each lab has its own, so several can run at the same time.

export type Place = {
  /** `db1` and so on, as in deploy/cluster. */
  name: string;
  address: string;
  folder: string;
  /** The port of this lab for a port of the files. */
  port(shipped: number): number;
  /** The values of a file of deploy/cluster that has these ports: those, this address, and the addresses of all machines. */
  network(ports: number[]): [blank: string, value: string][];
};

const machines = 3;

/** The first three numbers of the addresses: random, so that labs rarely share them. */
export const newNetwork = () => `127.${randomInt(16, 240)}.${randomInt(256)}`;

export function newPlaces(folder: string, network: string): Place[] {
  const prefix = `${network}.`;
  // Below the ports that the system gives to clients, and five digits: no port of the files is part of another number.
  const offset = randomInt(10_000, 24_000);
  const port = (shipped: number) => shipped + offset;
  return Array.from({ length: machines }, (_, index) => {
    const address = `${prefix}${11 + index}`;
    const own = join(folder, `machine${index + 1}`);
    mkdirSync(own);
    return {
      name: `db${index + 1}`,
      address,
      folder: own,
      port,
      network: (ports) => [
        ...ports.map((shipped): [string, string] => [String(shipped), String(port(shipped))]),
        ['THIS-ADDRESS', address],
        ['10.20.0.', prefix],
      ],
    };
  });
}

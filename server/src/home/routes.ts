import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { PhoneSystem } from '../engine/phone-system.ts';
import { registeredPhones } from '../engine/registered-phones.ts';
import { ok, readOperation } from '../http/operation.ts';
import { type HomeSources, readHome } from './read-home.ts';
import { example, HomeAnswer, homeTag as tag } from './schema.ts';

type Parts = { systems: PhoneSystem[]; isDrained: (server: string) => boolean };

export const homeRoutes = (db: Database, { systems, isDrained }: Parts) => {
  const sources = { systems, readRegistered: registeredPhones(systems, isDrained) };
  return async (app: FastifyInstance) => {
    app.route(home(db, sources));
  };
};

const home = (db: Database, sources: HomeSources) =>
  readOperation(db, {
    method: 'GET',
    url: '/home',
    role: 'viewer',
    isForSupervisors: true,
    operationId: 'getHome',
    summary: 'Get the present state',
    description:
      'Returns the calls in progress, the availability of the staff, problems that need attention, and the progress of the setup. For the figures of the day, use `GET /reports/overview`.',
    tag,
    answers: { 200: { description: 'The present state.', schema: HomeAnswer, example: { data: example } } },
    read: async (db, { caller }) => ok({ data: await readHome(db, caller, sources) }),
  });

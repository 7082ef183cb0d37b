import type { Api } from './api.ts';
import type { Random } from './random.ts';
import type { PlantedTenant } from './tenants.ts';

// People at work: they write customers, start test calls, hold, annotate and end them, and note what was acknowledged.

export type Acknowledged = {
  /** External ids. */
  customers: Set<string>;
  /** The `call_id` by external id. */
  calls: Map<string, string>;
  /** The last note by `call_id`. */
  notes: Map<string, string>;
};

export const nothingAcknowledged = (): Acknowledged => ({ customers: new Set(), calls: new Map(), notes: new Map() });

export type Desk = { api: Api; tenant: PlantedTenant; random: Random; name: string; acknowledged: Acknowledged };

type Action = (desk: Desk, own: string[], turn: number) => Promise<string | undefined>;

const today = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
export const period = () => `from=${today()}&to=${tomorrow()}`;

/** Each returns the text of an unexpected answer. A desk waits for each answer before its next request. */
const actions: Record<string, Action> = {
  async createCustomer({ api, tenant, name, acknowledged }, _own, turn) {
    const external_id = `customer-${name}-${turn}`;
    const body = { project_id: tenant.projectId, name: `Customer ${turn}`, external_id };
    const answer = await api.send('POST', '/customers', body, external_id);
    if (answer?.status === 201) acknowledged.customers.add(external_id);
    return unless(answer, 201);
  },
  async startCall({ api, tenant, random, name, acknowledged }, own, turn) {
    const external_id = `call-${name}-${turn}`;
    // The last four digits choose the end of a simulated call.
    const phone_number = `+8190${random.between(1_000, 9_999)}${random.pick(['0001', '0002', '0007', '5678', '5678', '5678'])}`;
    const body = { phone_number, staff_id: random.pick(tenant.staffIds), project_id: tenant.projectId, external_id };
    const answer = await api.send('POST', '/calls/initiate', body, external_id);
    if (answer?.status === 200) {
      const { call_id } = (answer.body as { data: { call_id: string } }).data;
      acknowledged.calls.set(external_id, call_id);
      own.push(call_id);
    }
    return unless(answer, 200);
  },
  async annotate({ api, random, acknowledged }, own, turn) {
    const callId = own.at(-random.between(1, 5));
    if (!callId) return;
    const note = `Note ${turn}`;
    const answer = await api.send('PUT', `/calls/${callId}`, { note, tags: [`tag-${turn % 5}`] });
    if (answer?.status === 200) acknowledged.notes.set(callId, note);
    return unless(answer, 200);
  },
  hold: (desk, own, turn) => control(desk, own, turn, 'hold'),
  resume: (desk, own, turn) => control(desk, own, turn, 'resume'),
  hangUp: (desk, own, turn) => control(desk, own, turn, 'hangup'),
  async list({ api }) {
    return unless(await api.send('GET', `/calls?${period()}&per_page=20`), 200);
  },
  async report({ api }) {
    return unless(await api.send('GET', `/reports/summary?${period()}`), 200);
  },
};

async function control(
  { api, random, name }: Desk,
  own: string[],
  turn: number,
  verb: string,
): Promise<string | undefined> {
  const callId = own.at(-random.between(1, 2));
  if (!callId) return;
  // 409: the call is not connected, or no longer.
  return unless(await api.send('POST', `/calls/${callId}/${verb}`, undefined, `${verb}-${name}-${turn}`), 200, 409);
}

function unless(answer: { status: number; text: string } | undefined, ...expected: number[]): string | undefined {
  if (!answer || expected.includes(answer.status)) return undefined;
  return `${answer.status} ${answer.text}`;
}

const frequencies = { createCustomer: 4, startCall: 4, annotate: 3, hold: 1, resume: 1, hangUp: 1, list: 1, report: 1 };
const choices = Object.entries(frequencies).flatMap(([name, times]) => Array<string>(times).fill(name));

/** Works until it is stopped. */
export async function workAt(desk: Desk, stop: AbortSignal, onViolation: (text: string) => void): Promise<void> {
  const own: string[] = [];
  for (let turn = 0; !stop.aborted; turn++) {
    const name = desk.random.pick(choices);
    const unexpected = await actions[name]?.(desk, own, turn);
    if (unexpected !== undefined) onViolation(`${name}: ${unexpected}`);
  }
}

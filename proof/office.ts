import type { Api } from './api.ts';
import type { Random } from './random.ts';
import type { PlantedTenant } from './tenants.ts';

// People at work: they write customers, start calls, hold, annotate and end them, and note what was acknowledged.

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

/** What a desk remembers between its turns. */
type Memory = { calls: string[]; held: string | undefined };

type Action = (desk: Desk, memory: Memory, turn: number) => Promise<string | undefined>;

const today = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
export const period = () => `from=${today()}&to=${tomorrow()}`;

/** The last digits of a number choose what its customer does: see `simulator.ts`, and `answering-scenario.ts` of the phone lab. */
const simulatedEndings = ['0001', '0002', '0007', '5678', '5678', '5678'];
const liveEndings = ['0486', '0603', '0776', '0776', '0776', '0777'];

/** Each returns the text of an unexpected answer. A desk waits for each answer before its next request. */
const actions: Record<string, Action> = {
  async createCustomer({ api, tenant, name, acknowledged }, _memory, turn) {
    const external_id = `customer-${name}-${turn}`;
    const body = { project_id: tenant.projectId, name: `Customer ${turn}`, external_id };
    const answer = await api.send('POST', '/customers', body, external_id);
    if (answer?.status === 201) acknowledged.customers.add(external_id);
    return unless(answer, 201);
  },
  async startCall({ api, tenant, random, name, acknowledged }, { calls }, turn) {
    const external_id = `call-${name}-${turn}`;
    const ending = random.pick(tenant.isLive ? liveEndings : simulatedEndings);
    const phone_number = `+8190${random.between(1_000, 9_999)}${ending}`;
    const body = { phone_number, staff_id: random.pick(tenant.staffIds), project_id: tenant.projectId, external_id };
    const answer = await api.send('POST', '/calls/initiate', body, external_id);
    if (answer?.status === 200) {
      const { call_id } = (answer.body as { data: { call_id: string } }).data;
      acknowledged.calls.set(external_id, call_id);
      calls.push(call_id);
    }
    const isBusy = tenant.isLive && answer?.status === 409 && answer.text.includes('"staff_busy"');
    return isBusy ? undefined : unless(answer, 200);
  },
  async annotate({ api, random, acknowledged }, { calls }, turn) {
    const callId = calls.at(-random.between(1, 5));
    if (!callId) return;
    const note = `Note ${turn}`;
    const answer = await api.send('PUT', `/calls/${callId}`, { note, tags: [`tag-${turn % 5}`] });
    if (answer?.status === 200) acknowledged.notes.set(callId, note);
    return unless(answer, 200);
  },
  async hold(desk, memory, turn) {
    // A simulated call stays on hold until its staff member resumes it, so each desk leaves at most one on hold.
    const unexpected = memory.held && (await control(desk, memory.held, turn, 'resume'));
    memory.held = memory.calls.at(-desk.random.between(1, 2));
    return unexpected ?? (memory.held && control(desk, memory.held, turn, 'hold'));
  },
  resume: (desk, { calls }, turn) => control(desk, calls.at(-desk.random.between(1, 2)), turn, 'resume'),
  hangUp: (desk, { calls }, turn) => control(desk, calls.at(-desk.random.between(1, 2)), turn, 'hangup'),
  async list({ api }) {
    return unless(await api.send('GET', `/calls?${period()}&per_page=20`), 200);
  },
  async report({ api }) {
    return unless(await api.send('GET', `/reports/summary?${period()}`), 200);
  },
};

async function control(
  { api, name }: Desk,
  callId: string | undefined,
  turn: number,
  verb: string,
): Promise<string | undefined> {
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
  const memory: Memory = { calls: [], held: undefined };
  for (let turn = 0; !stop.aborted; turn++) {
    const name = desk.random.pick(choices);
    const unexpected = await actions[name]?.(desk, memory, turn);
    if (unexpected !== undefined) onViolation(`${name}: ${unexpected}`);
  }
}

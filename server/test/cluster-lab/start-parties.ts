import { join } from 'node:path';
import type { ProjectId, StaffId, TenantId } from '../../src/platform/ids.ts';
import { commandLine } from '../command-line.ts';
import { startFarEnd } from '../phone-lab/far-end.ts';
import { freeUdpPort } from '../phone-lab/free-port.ts';
import { fetchPrograms } from '../phone-lab/programs.ts';
import { startSoftphone } from '../phone-lab/softphone.ts';
import { until } from '../until.ts';
import type { ClusterLab } from './start-cluster-lab.ts';

// A tenant that makes live calls: a carrier, and the phones of its staff, which have registered. All of them know only Kamailio.

export type Parties = {
  tenantId: TenantId;
  projectId: ProjectId;
  staffIds: StaffId[];
  /** A live key. */
  key: string;
  stop(): Promise<void>;
};

export async function startParties(lab: ClusterLab, staffCount: number): Promise<Parties> {
  await using starting = new AsyncDisposableStack();
  const { sipp } = await fetchPrograms();
  const farEnd = async (name: string, host: number, hertz: number) => {
    const address = `${lab.network}.${host}`;
    const place = { folder: join(lab.folder, 'sip', name), address, port: await freeUdpPort(address), hertz };
    starting.defer((await startFarEnd(sipp, place)).stop);
    return place;
  };
  const carrier = await farEnd('carrier', 2, 1_000);
  const phones = await farEnd('phones', 3, 440);

  const { json } = commandLine({ ...lab.environment, LOG_LEVEL: 'silent' });
  const { tenant_id } = await json('tenant create --name Calling --country JP --license open_api_advanced');
  const of = `--tenant ${tenant_id}`;
  await json(`trunk create ${of} --name carrier --host ${carrier.address} --port ${carrier.port}`);
  const { project_id } = await json(`project create ${of} --name Sales`);
  await json(`project update ${of} --project ${project_id} --trunk carrier --caller-id +81312345678`);
  await json(`number add ${of} --number +81312345678 --project ${project_id}`);
  const staffIds: StaffId[] = [];
  const registering: (() => Promise<number>)[] = [];
  for (let i = 1; i <= staffCount; i++) {
    const { staff_id } = await json(`staff create ${of} --name Staff-${i}`);
    staffIds.push(staff_id);
    const account = { ...(await json(`staff account ${of} --staff ${staff_id}`)), answersAs: 'phone' };
    const places = { address: phones.address, registrar: lab.sip.place, farEnd: phones };
    const phone = await startSoftphone(account, places);
    starting.defer(phone.stop);
    registering.push(phone.register);
  }
  // A state is shown only if it is that of both servers.
  const are = async (what: 'staff' | 'trunk', wanted: string) =>
    (await json(`${what} list ${of}`)).every(({ state }: { state: string }) => state === wanted);
  // Kamailio takes an account that Asterisk does not know yet for a wrong password.
  await until(() => are('staff', 'not registered'));
  for (const register of registering) await until(async () => (await register().catch(() => 0)) === 200);
  await until(() => are('staff', 'registered'));
  await until(() => are('trunk', 'reachable'));
  const { key } = await json(`key create ${of} --kind live --scopes all`);
  const started = starting.move();
  return { tenantId: tenant_id, projectId: project_id, staffIds, key, stop: () => started.disposeAsync() };
}

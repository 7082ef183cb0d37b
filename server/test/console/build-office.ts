import assert from 'node:assert/strict';
import { buildSignedIn } from '../browser.ts';
import { buildProject, buildStaff, query } from '../builders.ts';
import type { TestApp } from '../test-app.ts';

// A tenant that uses the console: two staff members, two projects, and an administrator who is signed in.

export type Office = Awaited<ReturnType<typeof buildOffice>>;

export async function buildOffice(app: Pick<TestApp, 'address' | 'databaseUrl'>) {
  const office = await buildSignedIn(app, { kind: 'live', country: 'JP', licenses: ['open_api_advanced'] });
  const { tenantId, projectId } = office;
  // As in the browsers of these tests.
  await query(app, "update tenants set timezone = 'Asia/Tokyo' where tenant_id = $1", [tenantId]);
  const staffId = await buildStaff(app, tenantId);
  const otherStaffId = await buildStaff(app, tenantId);
  const otherProjectId = await buildProject(app, tenantId);
  const staff = 'update staff set name = $3 where tenant_id = $1 and staff_id = $2';
  await query(app, staff, [tenantId, staffId, 'Hanako Sato']);
  await query(app, staff, [tenantId, otherStaffId, 'Taro Suzuki']);
  const projects = 'update projects set name = $3 where tenant_id = $1 and project_id = $2';
  await query(app, projects, [tenantId, projectId, 'Support']);
  await query(app, projects, [tenantId, otherProjectId, 'Sales']);
  return { ...office, staffId, otherStaffId, otherProjectId };
}

/** Starts a live call over the API, and returns its id. */
export async function startOfficeCall({ api, staffId, projectId }: Office): Promise<string> {
  const call = { phone_number: '+81-90-1234-5678', staff_id: staffId, project_id: projectId };
  const answer = await api.post('/calls/initiate', call);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.call_id;
}

import assert from 'node:assert/strict';
import { buildSignedIn, logIn, testPassword } from '../browser.ts';
import type { TestApp } from '../test-app.ts';
import { until } from '../until.ts';
import { buildDeliveries } from './build-deliveries.ts';

export const testMode = { 'x-trunkline-mode': 'test' };
export const trunkPassword = 'the secret of a trunk';

/** A tenant with one of everything that has an id, made in the console, and the answers that contain secrets. */
export async function buildEverything(app: Pick<TestApp, 'address' | 'databaseUrl'>) {
  const tenant = await buildSignedIn(app, { licenses: ['open_api_advanced'] });
  const { console: page, tenantId, projectId } = tenant;
  const answers: string[] = [];
  const post = async (path: string, body?: unknown) => {
    const answer = await page.post(path, body, testMode);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    answers.push(answer.text);
    return answer.body.data;
  };
  const trunk = { name: 'carrier', host: 'sip.carrier.example', username: 'acme', password: trunkPassword };
  await post('/trunks', trunk);
  const { number } = await post('/numbers', { number: `+8131${tenantId}0001`, project_id: projectId });
  await post('/blocked-numbers', { number });
  const externalId = 'crm-1';
  const { customer_id } = await post('/customers', { project_id: projectId, name: 'Taro', external_id: externalId });
  const { staff_id } = await post('/staff', { name: 'Alice' });
  const { call_id } = await post('/calls/initiate', { phone_number: '+819012345678', staff_id, project_id: projectId });
  const { key, key_id } = await post('/keys', { name: 'CRM', kind: 'live', scopes: ['calls:read'] });
  const webhook = await post('/webhooks', { url: 'https://hooks.example.com/', events: ['customer.created'] });
  const { erasure_id } = await post('/erasures', { phone_number: '+819099999999' });
  const colleague = await post('/administrators', { email: `colleague-${tenantId}@example.com` });
  const invitation = await post('/invitations', { email: `invited-${tenantId}@example.com` });
  const elsewhere = await (await logIn(app, tenant.email)).get('/sessions');
  const [deliveryId = ''] = await buildDeliveries(
    app,
    { tenantId, webhookId: webhook.webhook_id },
    { status: 'failed' },
  );
  const secrets: string[] = [
    key,
    (await post(`/keys/${key_id}/rotate`, { overlap_hours: 1 })).key,
    colleague.password,
    invitation.link.split('#')[1],
    (await post(`/staff/${staff_id}/account`)).password,
    webhook.secret,
    (await post(`/webhooks/${webhook.webhook_id}/rotate-secret`)).secret,
    (await post('/session/totp', { password: testPassword })).secret,
  ];
  await until(async () => (await page.get(`/calls/${call_id}`, testMode)).body.data.recording);
  const ids = {
    ...{ customerId: customer_id, callId: call_id, webhookId: webhook.webhook_id, deliveryId, keyId: key_id },
    ...{ administratorId: colleague.administrator_id, staffId: staff_id, projectId, number, name: trunk.name },
    ...{
      externalId,
      invitationId: invitation.invitation_id,
      erasureId: erasure_id,
      sessionId: elsewhere.body.data[0].session_id,
    },
  };
  return { ...tenant, ids, answers, secrets };
}

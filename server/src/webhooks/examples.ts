// The examples of the OpenAPI document. A test validates each against its schema.

const webhook = {
  webhook_id: 3,
  label: 'CRM',
  url: 'https://hooks.example.com/trunkline',
  events: ['call.completed', 'call.missed'],
  filters: { project_ids: [1], call_status: ['no_answer', 'missed_call', 'connected'] },
  is_enabled: true,
  disabled_reason: null,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
};

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const { label, url, events, filters } = webhook;

const delivery = {
  delivery_id: 'dlv_01KA3HDNJ47K45VGPGDPSZXXF4',
  event_id: 'evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M',
  event_type: 'call.completed',
  status: 'delivered',
  attempts: [
    {
      at: '2026-11-15T09:32:41.620Z',
      duration_ms: 15_002,
      response_status: null,
      response_body: null,
      error: 'The endpoint did not respond within 15 seconds.',
      error_code: 'answer_timeout',
    },
    {
      at: '2026-11-15T09:33:01.870Z',
      duration_ms: 84,
      response_status: 200,
      response_body: 'ok',
      error: null,
      error_code: null,
    },
  ],
  next_attempt_at: null,
  created_at: '2026-11-15T09:32:41.600Z',
};

const exchange = {
  ...delivery,
  request: {
    url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Trunkline-Webhooks/1',
      'x-request-id': '019a871b-56e1-7c3a-9c0e-6f6a2f4b8d11',
      'x-service-signature': 't=1794735181,v1=5b3f8c0e1d4a7b96e2c85f1a0d3b6e9c4f7a2d5b8e1c4f7a0d3b6e9c2f5a8d1b',
      'webhook-id': delivery.event_id,
      'webhook-timestamp': '1794735181',
      'webhook-signature': 'v1,Wz+MDh1Ke5biyF8aDTtunE96LVuOHE96DTtunC9ajRs=',
    },
    body: `{"id":"${delivery.event_id}","type":"call.completed","timestamp":"${delivery.created_at}","test":true,"data":{}}`,
  },
};

export const examples = {
  webhook,
  created: { ...webhook, secret },
  least: { url, events },
  sent: { label, url, events, filters, is_enabled: true },
  change: { is_enabled: false, filters: null },
  changed: { ...webhook, is_enabled: false, filters: {}, updated_at: '2026-11-16T01:00:00.000Z' },
  deleted: { webhook_id: 3, deleted_at: '2026-11-16T01:00:00.000Z' },
  rotated: { webhook_id: 3, secret, previous_secret_expires_at: '2026-11-16T09:30:00.000Z' },
  delivery,
  exchange,
  retried: {
    ...delivery,
    status: 'pending',
    attempts: delivery.attempts.map((attempt) => ({ ...attempt, response_body: null })),
    next_attempt_at: '2026-11-16T01:00:00.000Z',
  },
};

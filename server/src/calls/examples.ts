// The examples in the OpenAPI document. A test checks each one against its schema.

const item = {
  call_id: 'call_01KA3HDNJ47K45VGPGDPSZXXF4',
  call_type: 'outbound',
  status: 'connected',
  phone_number: '819*****5678',
  staff_id: 7,
  project_id: 1,
  started_at: '2026-11-15T09:30:09.120Z',
  ended_at: '2026-11-15T09:32:41.500Z',
  duration_seconds: 152,
  external_id: 'crm-1001',
};

const inFull = {
  ...item,
  phone_number: '+81-90-1234-5678',
  customer_id: 42,
  initiated_at: '2026-11-15T09:30:00.000Z',
  answered_at: '2026-11-15T09:30:09.120Z',
  ring_seconds: 5,
  end_reason: 'completed',
  hangup_by: 'customer',
  sip_code: 200,
  q850_cause: 16,
  staff_leg_status: 'ended',
  customer_leg_status: 'ended',
  is_on_hold: false,
  hold_seconds: 21,
  holds: [{ start_seconds: 64.2, end_seconds: 85.9 }],
  test: false,
  metadata: { deal: 'D-7' },
  note: 'Deliver after 18:00. Call again on Friday.',
  tags: ['delivery', 'follow-up'],
  outcome: 'callback',
  updated_at: '2026-11-15T09:35:12.000Z',
};

const least = { phone_number: '+819012345678', staff_id: 7, project_id: 1 };

const annotation = { note: inFull.note, tags: inFull.tags, outcome: inFull.outcome };

export const examples = {
  annotation,
  item,
  inFull,
  least,
  sent: { ...least, phone_number: '+81-90-1234-5678', external_id: 'crm-1001', metadata: { deal: 'D-7' } },
  started: { call_id: item.call_id, status: 'initiating', staff_id: 7, initiated_at: '2026-11-15T09:30:00.000Z' },
};

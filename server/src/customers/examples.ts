import { duplicateExternalId } from '../platform/problem.ts';

// The examples of the OpenAPI document. A test validates each against its schema.

const customer = {
  customer_id: 42,
  project_id: 1,
  external_id: 'crm-1001',
  name: '山田 太郎',
  name_kana: 'ヤマダ タロウ',
  tel1: '+819012345678',
  tel2: '+81312345678',
  tel3: null,
  email: 'taro@example.com',
  company_name: '株式会社サンプル',
  address: '〒100-0001 東京都千代田区千代田1-1',
  notes: '平日の午前中に電話を希望',
  custom_fields: { rank: 'gold', renewal_month: 4 },
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
};

const sent = {
  project_id: 1,
  external_id: 'crm-1001',
  name: '山田 太郎',
  name_kana: 'ヤマダ タロウ',
  tel1: '+81 90-1234-5678',
  tel2: '+81 3-1234-5678',
  email: 'taro@example.com',
  company_name: '株式会社サンプル',
  address: '〒100-0001 東京都千代田区千代田1-1',
  notes: '平日の午前中に電話を希望',
  custom_fields: { rank: 'gold', renewal_month: 4 },
};

const change = { tel1: '+81 90-8765-4321', email: null };

const { code, message, details } = duplicateExternalId({ customer_id: 42 });
const [detail] = details;
const first = { index: 0, status: 'created', customer_id: 42, external_id: 'crm-1001', error: null };

export const examples = {
  customer,
  item: { customer_id: 42, external_id: 'crm-1001', name: '山田 太郎', project_id: 1 },
  sent,
  least: { project_id: 1, name: 'Acme Ltd.' },
  change,
  changed: { ...customer, tel1: '+819087654321', email: null, updated_at: '2026-11-16T01:00:00.000Z' },
  deleted: { customer_id: 42, deleted_at: '2026-11-16T01:00:00.000Z' },
  allCreated: {
    total: 2,
    created: 2,
    failed: 0,
    results: [first, { index: 1, status: 'created', customer_id: 43, external_id: null, error: null }],
  },
  allUpdated: { total: 1, created: 0, updated: 1, failed: 0, results: [{ ...first, status: 'updated' }] },
  someCreated: {
    total: 2,
    created: 1,
    failed: 1,
    results: [
      first,
      {
        index: 1,
        status: 'failed',
        customer_id: null,
        external_id: 'crm-1001',
        error: { code, message, details: [{ ...detail, field: 'customers[1].external_id' }] },
      },
    ],
  },
};

export type CustomerItem = { customer_id: number; external_id: string | null; name: string; project_id: number };
export type Customer = CustomerItem & {
  name_kana: string | null;
  tel1: string | null;
  tel2: string | null;
  tel3: string | null;
  email: string | null;
  company_name: string | null;
  address: string | null;
  notes: string | null;
  custom_fields: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
};
export type BulkAnswer = {
  total: number;
  created: number;
  failed: number;
  results: {
    index: number;
    status: 'created' | 'failed';
    customer_id: number | null;
    external_id: string | null;
    error: null | { code: string; message: string; details: { field?: string; message: string }[] };
  }[];
};

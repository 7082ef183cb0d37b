-- What a test of a webhook has sent, but for the body, which is that of its event: the URL, and the headers with the signatures
-- of that moment. Of other deliveries it is not kept.
alter table deliveries add column request jsonb;

-- Who sets up trunks, numbers and caller ids of a tenant: its administrators in the console too, or the operator alone.
alter table tenants add column telephony_by text not null default 'tenant'
  check (telephony_by in ('tenant', 'operator'));

-- What a CRM writes down about a call.
set local lock_timeout = '10s';
alter table calls
  add column note text,
  -- In the order in which they were sent.
  add column tags text[],
  add column outcome text,
  add column annotated_at timestamptz(3);

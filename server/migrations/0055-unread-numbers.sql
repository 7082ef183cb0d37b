-- Calls whose number could not be read as E.164 are found by its digits, when a person is erased or exported.
set local lock_timeout = '10s';
create index calls_digits on calls (tenant_id, is_test, regexp_replace(phone_number, '\D', '', 'g'), call_id)
  where e164 is null and phone_number is not null;

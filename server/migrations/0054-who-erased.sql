-- Who asked for an erasure, for the list of erasures. Null: the operator did.
set local lock_timeout = '10s';
alter table erasures add column administrator_email text;
update erasures e set administrator_email = a.administrator_email
from audit_log a
where a.tenant_id = e.tenant_id and a.action = 'person.erased' and a.subject = e.erasure_id::text
  and e.requested_by = 'administrator';

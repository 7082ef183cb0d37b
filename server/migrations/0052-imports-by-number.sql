-- An import of blocked numbers has a row for each number: its first row is found without reading the others.
set local lock_timeout = '10s';
create index audit_log_first_of_import on audit_log (tenant_id, import_id) where import_id is not null and continues is null;
drop index audit_log_import;

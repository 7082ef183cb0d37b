-- The console sends a long list of customers in batches. Each leaves a row in its own transaction, as everything does; the rows
-- of one import are shown as one entry. Nothing is updated: an import that breaks off has the rows of what it did.
alter table audit_log
  -- Chosen by the browser; it means something only together with the administrator.
  add column import_id text,
  -- The first row of the same import, which is deleted at its age a moment before this one is.
  add column continues bigint,
  add check (continues is null or import_id is not null);
create index audit_log_import on audit_log (tenant_id, import_id) where import_id is not null;
create index audit_log_continues on audit_log (tenant_id, continues) where continues is not null;

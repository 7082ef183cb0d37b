-- Whether programs that act for a person, such as chat assistants, may start and change live calls with a key.
set local lock_timeout = '10s';
alter table api_keys add column allows_assistants boolean not null default false;

-- Every node forgets the key when the column changes, as it does for the other columns that it keeps in memory.
drop trigger announce on api_keys;
create trigger announce after insert or delete
  or update of kind, hash, scopes, allowlist, expires_at, revoked_at, allows_assistants on api_keys
  for each row execute function announce_key_change();

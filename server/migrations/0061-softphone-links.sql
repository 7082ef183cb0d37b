-- A link with which a softphone app sets up the account by itself, once and for a few minutes. Only the hash of its token is
-- stored. A new password replaces it.
alter table sip_accounts
  add column link_hash       bytea,
  add column link_expires_at timestamptz(3);
create unique index sip_accounts_link on sip_accounts (link_hash) where link_hash is not null;

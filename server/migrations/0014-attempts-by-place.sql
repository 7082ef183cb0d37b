-- Attempts are counted for an address of a person at one place, for the address everywhere, and for the place. Those of who is
-- signed in already, and is asked for the password once more, are counted by themselves: they have no place.
alter table log_in_attempts rename column email_hash to subject_hash;
alter table log_in_attempts alter column network drop not null;
drop index log_in_attempts_email;
create index log_in_attempts_subject on log_in_attempts (subject_hash, network, at);

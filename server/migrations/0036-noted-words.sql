-- Finding calls by their note. A migration of its own: one that locks this table and then `calls` could deadlock with a node that
-- writes them in the other order.
set local lock_timeout = '10s';
-- The words of the note, folded like `said`; '' if there is none. `grams` has the index entries of both.
alter table call_texts add column noted text not null default '';

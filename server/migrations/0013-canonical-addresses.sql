-- One form of an address for looking it up, for being the only one, and for counting attempts: the letters A to Z become small
-- ones, and nothing else. What lower() makes of other letters depends on the locale of the database, and the program would have
-- to do the same: an address with a dotted capital I found the administrator and was counted as somebody else.
drop index administrators_email;
create unique index administrators_email on administrators (lower(email collate "C"));

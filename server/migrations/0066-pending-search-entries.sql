-- New entries of the search index wait in the list that GIN has for them, and nodes move them into the index several times a
-- second: many at once, they cost a tenth. With this limit no insertion ever moves the list itself, which is why the list was
-- switched off before: one creation moved what imports of other tenants had added.
alter index customers_search set (fastupdate = on, gin_pending_list_limit = 2097151);

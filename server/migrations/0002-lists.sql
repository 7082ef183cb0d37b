-- White space beside kana and kanji no longer counts in a search. What was stored before loses it here, and gains the
-- pairs of characters that meet now. The pairs with a blank stay, and find nothing. The functions are `gram` and `mix` of
-- search-text.ts, and end with this session.
create function pg_temp.mix(value bigint) returns bigint language plpgsql immutable as $$
declare hash bigint := value & 4294967295;
begin
  hash := ((hash # (hash >> 16)) * -2048144789) & 4294967295;
  hash := ((hash # (hash >> 13)) * -1028477387) & 4294967295;
  return hash # (hash >> 16);
end $$;

create function pg_temp.gram(tenant_id bigint, first int, second int) returns int language plpgsql immutable as $$
begin
  return pg_temp.mix(pg_temp.mix(pg_temp.mix(tenant_id) # first) # second)::bit(32)::int;
end $$;

create function pg_temp.new_grams(tenant_id bigint, search_text text, japanese text) returns int[] language sql as $$
  select array(
    select pg_temp.gram(tenant_id, ascii(before), ascii(after)) from (
      select character, lag(character) over (order by position) as before, lead(character) over (order by position) as after
      from string_to_table(search_text, null) with ordinality as characters (character, position)) neighbours
    where character = ' ' and (before ~ japanese or after ~ japanese))
$$;

with ranges (japanese) as (
  values ('[\u3005-\u3007\u3041-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF]')
), expressions as materialized (
  select japanese, format('(?<=%1$s) | (?=%1$s)', japanese) as blank from ranges
)
update customers set
  search_text = regexp_replace(search_text, blank, '', 'g'),
  search_grams = search_grams || pg_temp.new_grams(tenant_id, search_text, japanese)
from expressions where search_text ~ blank;

-- A list of changes reads ids and projects from the index alone: what changed lately is scattered over the whole table.
drop index customers_updated;
create index customers_updated on customers (tenant_id, updated_at) include (customer_id, project_id);

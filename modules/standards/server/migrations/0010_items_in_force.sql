-- which code each item has in the version in force: {"id of the item": "code"}; the code of an item may be edited meanwhile
alter table standard_type add column published_codes jsonb;
update standard_type t set published_codes = (
  select coalesce(jsonb_object_agg(d.id, d.gb_code), '{}'::jsonb) from standard_dict d
  where d.type_id = t.id and d.deleted_at is null and d.gb_code in (select i ->> 'gbCode' from jsonb_array_elements(t.published) i))
where t.published is not null;
alter table standard_type add constraint standard_type__published_codes check ((published is null) = (published_codes is null));

-- items in the order of their lists, with what a word is looked for in: a part of a name is found by reading the index alone
drop index standard_dict__type_id_sort_no;
create index standard_dict__type_id_sort_no on standard_dict (type_id, sort_no, gb_code, id) include (gb_name, pinyin, status)
  where deleted_at is null;

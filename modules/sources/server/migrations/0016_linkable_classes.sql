-- Classes whose values are numbers of high entropy: masked columns of such classes may be joined with each other by equality.
alter table metadata_class add column is_linkable text not null default '0' check (is_linkable in ('0', '1'));
comment on column metadata_class.is_linkable is 'masked columns of linkable classes may be compared for being equal in joins';
update metadata_class set is_linkable = '1' where id in ('id_card', 'mobile', 'bank_card', 'credit_code') and is_builtin = '1';

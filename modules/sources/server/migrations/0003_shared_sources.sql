-- A shared source is there for every account that holds a reading permission, whatever its data scope.
alter table metadata_source add column is_shared char(1) not null default '0' check (is_shared in ('0', '1'));

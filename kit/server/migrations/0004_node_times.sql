alter table kit_node add column used_until bigint not null default 0;
comment on column kit_node.used_until is 'the number may have made ids up to this millisecond since 1970, by the clock of its holder';

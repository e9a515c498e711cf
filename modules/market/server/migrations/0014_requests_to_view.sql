-- Data sets and boards are asked for, too: 4 查看.
alter table market_drd_apply drop constraint market_drd_apply_usage_check;
alter table market_drd_apply add constraint market_drd_apply_usage_check check (usage_type in ('1', '2', '3', '4'));
comment on column market_drd_apply.ref_id is 'the table, data API, file, data set or board that was asked for';

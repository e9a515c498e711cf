-- Services stand in the groups of the market, and say themselves how sensitive what they answer is.
alter table market_service_integration add column group_id text;
alter table market_service_integration add column level text;
alter table market_service_integration
  add constraint market_service_integration_level_check check (level in ('L1', 'L2', 'L3', 'L4'));
create index market_service_integration_group on market_service_integration (group_id);

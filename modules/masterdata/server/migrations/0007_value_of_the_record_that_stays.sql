alter table masterdata_survivor_rule drop constraint masterdata_survivor_rule_rule_check;
alter table masterdata_survivor_rule add constraint masterdata_survivor_rule_rule_check
  check (rule in ('source', 'newest', 'longest', 'frequent', 'stays', 'manual'));

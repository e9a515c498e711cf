-- When the starter may take an approval back, what happens without a process, and what messages to approvers say.
alter table flow_business add column cancel_rule text not null default 'any' check (cancel_rule in ('any', 'first', 'never'));
alter table flow_business add column idle_rule text not null default 'refuse' check (idle_rule in ('refuse', 'pass'));
alter table flow_business add column message_template text;
alter table flow_instance add column message text;

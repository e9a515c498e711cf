-- Signals that running instances wait for: whoever throws one finds them by its name.
create table flow_awaited_signal (
  instance_id text not null references flow_instance (id),
  subscription text not null,
  name text not null,
  primary key (instance_id, subscription)
);
comment on table flow_awaited_signal is '流程等待的信号';
create index flow_awaited_signal__name on flow_awaited_signal (name);

insert into flow_awaited_signal (instance_id, subscription, name)
select i.id, s.key, s.value ->> 'name'
from flow_instance i, jsonb_each(coalesce(i.state -> 'subscriptions', '{}')) s
where i.end_time is null and s.value ->> 'kind' = 'signal' and s.value ->> 'isLocal' = 'false';

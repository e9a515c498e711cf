-- Approvals on BPMN 2.0: models, published definitions, what they approve, running instances and their tasks.

create table flow_category (
  id text primary key,
  version integer not null default 0,
  name text not null,
  sort_no integer not null default 0,
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table flow_category is '流程分类';
create unique index flow_category__name on flow_category (name) where deleted_at is null;

create table flow_model (
  id text primary key,
  version integer not null default 0,
  model_key text not null,
  name text not null,
  category_id text references flow_category (id),
  kind text not null check (kind in ('simple', 'bpmn')),
  -- the truth; for models of kind simple it is made of the tree
  bpmn_xml text not null,
  tree jsonb,
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table flow_model is '流程模型';
create unique index flow_model__model_key on flow_model (model_key) where deleted_at is null;

-- Published versions never change, except that they are suspended.
create table flow_definition (
  id text primary key,
  def_key text not null,
  version_no integer not null,
  name text not null,
  category_id text references flow_category (id),
  kind text not null check (kind in ('simple', 'bpmn')),
  bpmn_xml text not null,
  process jsonb not null,
  sha256 text not null,
  -- 1 激活, 2 挂起
  suspension_state char(1) not null default '1' check (suspension_state in ('1', '2')),
  create_by text,
  create_time timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table flow_definition is '流程定义';
create unique index flow_definition__def_key_version_no on flow_definition (def_key, version_no);

create table flow_business (
  id text primary key,
  version integer not null default 0,
  business_code text not null,
  business_name text not null,
  business_type text not null,
  business_component text,
  business_audit_group text,
  definition_key text not null,
  title_template text not null,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table flow_business is '业务流程配置';
create unique index flow_business__business_code on flow_business (business_code) where deleted_at is null;

create table flow_instance (
  id text primary key,
  definition_id text not null references flow_definition (id),
  -- versions of the processes that this one calls, by key
  called jsonb not null default '{}',
  business_code text not null,
  business_type text not null,
  business_key text not null,
  title text not null,
  starter_id text not null,
  dept_id text,
  -- 3 审核中, 2 已退回, 4 通过, 5 不通过, 6 已撤销
  flow_status char(1) not null check (flow_status in ('2', '3', '4', '5', '6')),
  suspension_state char(1) not null default '1' check (suspension_state in ('1', '2')),
  state jsonb not null,
  rev integer not null default 0,
  -- the record as it was submitted
  snapshot jsonb not null,
  snapshot_hash text not null,
  -- state before the last step, while its maker may take it back
  undo jsonb,
  start_time timestamptz not null,
  end_time timestamptz
);
comment on table flow_instance is '流程实例';
create index flow_instance__starter_id on flow_instance (starter_id, start_time desc, id desc);
create index flow_instance__business on flow_instance (business_type, business_key, start_time desc);
create index flow_instance__running on flow_instance (start_time desc, id desc) where end_time is null;
create index flow_instance__definition_id on flow_instance (definition_id);

create table flow_task (
  id text primary key,
  instance_id text not null references flow_instance (id),
  -- id of the task in the state of the instance
  engine_task text not null,
  node_key text not null,
  name text not null,
  -- approve 审批, handle 办理, submit 提交
  kind text not null check (kind in ('approve', 'handle', 'submit')),
  assignee_id text,
  -- who lent it (委派), or whom it was meant for before a substitute stepped in (代理)
  owner_id text,
  delegated_from text,
  state text not null default 'todo' check (state in ('todo', 'done', 'cancelled')),
  -- approved 同意, rejected 不同意, returned 退回, submitted 提交, passed 自动通过; null while it is open or was cancelled
  result text check (result in ('approved', 'rejected', 'returned', 'submitted', 'passed')),
  opinion text,
  due_time timestamptz,
  read_time timestamptz,
  create_time timestamptz not null,
  end_time timestamptz,
  ended_by text
);
comment on table flow_task is '流程任务';
create index flow_task__assignee_todo on flow_task (assignee_id, create_time desc, id desc) where state = 'todo';
create index flow_task__ended_by on flow_task (ended_by, end_time desc, id desc) where state = 'done';
create index flow_task__instance_id on flow_task (instance_id, create_time);

-- Who may take a task that has no assignee: accounts (user) and the holders of roles (role).
create table flow_candidate (
  task_id text not null references flow_task (id),
  kind text not null check (kind in ('user', 'role')),
  ref text not null,
  create_time timestamptz not null,
  primary key (task_id, kind, ref)
);
comment on table flow_candidate is '流程任务候选人';
create index flow_candidate__ref on flow_candidate (kind, ref, create_time desc);

create table flow_copy (
  id text primary key,
  instance_id text not null references flow_instance (id),
  node_key text not null,
  node_name text not null,
  user_id text not null,
  from_id text,
  read_time timestamptz,
  create_time timestamptz not null
);
comment on table flow_copy is '流程抄送';
create index flow_copy__user_id on flow_copy (user_id, create_time desc, id desc);
create index flow_copy__instance_id on flow_copy (instance_id);

create table flow_timer (
  instance_id text not null references flow_instance (id),
  timer text not null,
  node_key text not null,
  due_time timestamptz not null,
  -- a timer that fails is tried again later and later
  tries integer not null default 0,
  primary key (instance_id, timer)
);
comment on table flow_timer is '流程定时器';
create index flow_timer__due_time on flow_timer (due_time);

-- Append only: the command of every step and what it brought about.
create table flow_history (
  instance_id text not null references flow_instance (id),
  rev integer not null,
  create_time timestamptz not null,
  actor_id text,
  action text not null,
  node_key text,
  node_name text,
  opinion text,
  command jsonb not null,
  events jsonb not null,
  primary key (instance_id, rev)
);
comment on table flow_history is '流程历史';

-- Work that a passed approval brings about outside its transaction; repeated until it succeeds or is given up.
create table flow_outbox (
  id text primary key,
  instance_id text not null references flow_instance (id),
  rev integer not null,
  kind text not null,
  tries integer not null default 0,
  next_time timestamptz not null,
  error text,
  -- waiting 待执行, done 完成, dead 失败, skipped 已跳过
  state text not null default 'waiting' check (state in ('waiting', 'done', 'dead', 'skipped')),
  create_time timestamptz not null,
  end_time timestamptz
);
comment on table flow_outbox is '流程生效任务';
create unique index flow_outbox__instance_id_rev_kind on flow_outbox (instance_id, rev, kind);
create index flow_outbox__waiting on flow_outbox (next_time) where state = 'waiting';

create table flow_delegation (
  id text primary key,
  version integer not null default 0,
  from_user_id text not null,
  to_user_id text not null,
  -- all, or codes of businesses
  scope text not null default 'all' check (scope in ('all', 'some')),
  business_codes jsonb not null default '[]',
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  reason text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  check (from_user_id <> to_user_id),
  check (valid_from < valid_until)
);
comment on table flow_delegation is '流程代理';
create index flow_delegation__from_user_id on flow_delegation (from_user_id, valid_until) where deleted_at is null;

create table flow_request (
  id text primary key,
  version integer not null default 0,
  business_code text not null,
  title text not null,
  text text,
  amount numeric(18, 2),
  files text,
  flow_status char(1) not null default '1' check (flow_status in ('1', '2', '3', '4', '5', '6')),
  process_instance_id text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table flow_request is '通用申请';
create index flow_request__create_by on flow_request (create_by, create_time desc, id desc) where deleted_at is null;

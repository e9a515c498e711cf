-- 供应商: the list of suppliers with qualifications, yearly evaluation and history of states.

create table prj_supplier (
  id text primary key,
  version integer not null default 0,
  -- given by the platform: GYS2026-0001
  supplier_code text not null,
  supplier_name text not null,
  -- the name reduced to what makes it the same company, for finding duplicates
  normal_name text not null,
  credit_code text not null,
  -- 1 劳务分包 2 专业分包 3 材料 4 设备 5 租赁 6 勘测/检测 7 设计咨询协作 8 服务/办公 9 其他
  supplier_type char(1) not null check (supplier_type in ('1', '2', '3', '4', '5', '6', '7', '8', '9')),
  legal_person text,
  -- 万元
  registered_capital numeric(16, 2),
  establish_date date,
  company_nature text,
  province_code char(6) not null references sys_area (area_code),
  city_code char(6) not null references sys_area (area_code),
  address text,
  business_scope text,
  main_products text,
  contact text not null,
  contact_phone text not null,
  email text,
  safety_license_no text,
  safety_valid_to date,
  -- 1 一般纳税人 2 小规模纳税人
  tax_type char(1) check (tax_type in ('1', '2')),
  -- percent
  invoice_rate numeric(5, 2),
  bank_name text,
  bank_account_sealed text,
  coop_since date,
  coop_count integer not null default 0,
  -- 万元
  coop_amount numeric(16, 2),
  payable_amount numeric(16, 2),
  -- of the latest evaluated year
  score numeric(4, 1),
  grade char(1) check (grade in ('A', 'B', 'C', 'D')),
  score_year smallint,
  -- 1 潜在 2 合格 3 战略 4 暂停 5 黑名单
  list_status char(1) not null default '1' check (list_status in ('1', '2', '3', '4', '5')),
  -- why it is suspended or blacklisted
  status_reason text,
  status_time timestamptz not null default now(),
  -- the first day on which a qualification or the safety licence ends; kept by the writes of this module
  next_expiry date,
  -- 归口部门, whose people maintain it
  dept_id text,
  attachments text,
  sort integer not null default 0,
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table prj_supplier is '供应商';
create unique index prj_supplier__supplier_code on prj_supplier (supplier_code);
create unique index prj_supplier__credit_code on prj_supplier (credit_code) where deleted_at is null;
create index prj_supplier__normal_name on prj_supplier (normal_name) where deleted_at is null;
create index prj_supplier__create_time on prj_supplier (create_time desc, id desc) where deleted_at is null;
create index prj_supplier__list_status on prj_supplier (list_status, create_time desc, id desc) where deleted_at is null;
create index prj_supplier__supplier_type on prj_supplier (supplier_type, create_time desc, id desc) where deleted_at is null;
create index prj_supplier__grade on prj_supplier (grade, create_time desc, id desc) where deleted_at is null;
create index prj_supplier__city on prj_supplier (province_code, city_code, create_time desc, id desc) where deleted_at is null;
create index prj_supplier__safety_license_no on prj_supplier (safety_license_no) where deleted_at is null and safety_license_no is not null;
create index prj_supplier__safety_valid_to on prj_supplier (safety_valid_to) where deleted_at is null and safety_valid_to is not null;
create index prj_supplier__next_expiry on prj_supplier (next_expiry) where deleted_at is null and next_expiry is not null;
create index prj_supplier__dept_id on prj_supplier (dept_id, create_time desc, id desc) where deleted_at is null;
create index prj_supplier__create_by on prj_supplier (create_by) where deleted_at is null;

create table prj_supplier_qualification (
  id text primary key,
  supplier_id text not null references prj_supplier (id) on delete cascade,
  qual_name text not null,
  qual_level text,
  qual_no text,
  qual_valid_to date,
  sort_no integer not null
);
comment on table prj_supplier_qualification is '供应商资质';
create index prj_supplier_qualification__supplier_id on prj_supplier_qualification (supplier_id, sort_no);
create index prj_supplier_qualification__qual_valid_to on prj_supplier_qualification (qual_valid_to) where qual_valid_to is not null;

create table prj_supplier_score (
  id text primary key,
  supplier_id text not null references prj_supplier (id) on delete cascade,
  score_year smallint not null,
  quality numeric(4, 1) not null check (quality between 0 and 100),
  schedule numeric(4, 1) not null check (schedule between 0 and 100),
  price numeric(4, 1) not null check (price between 0 and 100),
  service numeric(4, 1) not null check (service between 0 and 100),
  safety numeric(4, 1) not null check (safety between 0 and 100),
  -- with which the score was made
  weights jsonb not null,
  score numeric(4, 1) not null,
  grade char(1) not null check (grade in ('A', 'B', 'C', 'D')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now()
);
comment on table prj_supplier_score is '供应商年度评价';
create unique index prj_supplier_score__supplier_id_score_year on prj_supplier_score (supplier_id, score_year);

create table prj_supplier_status (
  id text primary key,
  supplier_id text not null references prj_supplier (id) on delete cascade,
  -- null on the first row
  from_status char(1) check (from_status in ('1', '2', '3', '4', '5')),
  to_status char(1) not null check (to_status in ('1', '2', '3', '4', '5')),
  reason text,
  create_by text,
  create_time timestamptz not null default now()
);
comment on table prj_supplier_status is '供应商名录状态变更';
create index prj_supplier_status__supplier_id on prj_supplier_status (supplier_id, create_time desc, id desc);

create table prj_supplier_number (
  supplier_year smallint primary key,
  last_no integer not null
);
comment on table prj_supplier_number is '供应商编号计数';

-- What a recognition saw, masked; and the classes and mask rules that every installation starts with.
alter table metadata_class_hit add column samples jsonb not null default '[]';
alter table metadata_class_hit add column origin text not null default 'values' check (origin in ('values', 'lineage'));
comment on column metadata_class_hit.origin is 'found by names and values, or inherited through lineage';
comment on column metadata_class_hit.samples is 'a few values as the mask of the class shows them; values in the clear are never stored';
create index metadata_class_hit__source_id_state on metadata_class_hit (source_id, state);
create index metadata_authorize__end_time on metadata_authorize (end_time) where deleted_at is null and end_time is not null;

insert into metadata_mask_rule (id, rule_name, rule_code, algorithm, params, is_builtin, remark) values
  ('mask_keep34', '保留前3后4', 'keep_3_4', 'keep', '{"head": 3, "tail": 4}', '1', '手机号、证件号、银行卡号'),
  ('mask_keep11', '保留首尾各1位', 'keep_1_1', 'keep', '{"head": 1, "tail": 1}', '1', null),
  ('mask_keep60', '保留前6位', 'keep_6', 'keep', '{"head": 6, "tail": 0}', '1', '地址'),
  ('mask_name', '姓名保留姓', 'name', 'name', '{}', '1', null),
  ('mask_email', '邮箱保留域名', 'email', 'email', '{}', '1', null),
  ('mask_plate', '车牌保留前2后2', 'plate', 'keep', '{"head": 2, "tail": 2}', '1', null),
  ('mask_year', '日期只留年份', 'date_year', 'date', '{"unit": "year"}', '1', null),
  ('mask_month', '日期只留年月', 'date_month', 'date', '{"unit": "month"}', '1', null),
  ('mask_round', '金额按万取整', 'round_10000', 'round', '{"step": 10000}', '1', null),
  ('mask_hash', '哈希', 'hash', 'hash', '{}', '1', '同一取值结果相同，可用于关联，盐值每个安装不同'),
  ('mask_empty', '置空', 'empty', 'empty', '{}', '1', null),
  ('mask_full', '全部隐藏', 'full', 'full', '{}', '1', null);

insert into metadata_class (id, parent_id, path, class_name, class_code, level, mask_rule_id, recogniser, name_patterns, threshold, is_builtin, sort) values
  ('personal', null, '/personal/', '个人信息', 'personal', 'L3', null, null, '[]', 0.8, '1', 10),
  ('person_name', 'personal', '/personal/person_name/', '姓名', 'person_name', 'L3', 'mask_name', 'name',
    '["姓名", "联系人", "法人代表", "法定代表人", "负责人", "经办人", "xm", "xingming", "lxr", "lianxiren", "real_name", "full_name", "person_name", "contact_name", "emp_name", "employee_name", "nickname", "fddbr"]', 0.85, '1', 11),
  ('id_card', 'personal', '/personal/id_card/', '身份证号', 'id_card', 'L4', 'mask_keep34', 'idCard',
    '["身份证", "公民身份号码", "证件号", "sfz", "sfzh", "sfzhm", "gmsfhm", "zjhm", "shenfenzheng", "id_card", "idcard", "id_no", "identity_no", "identity_card", "cert_no"]', 0.8, '1', 12),
  ('passport', 'personal', '/personal/passport/', '护照号', 'passport', 'L4', 'mask_keep34', null,
    '["护照", "huzhao", "hzh", "passport", "passport_no"]', 0.8, '1', 13),
  ('mobile', 'personal', '/personal/mobile/', '手机号', 'mobile', 'L3', 'mask_keep34', 'mobile',
    '["手机", "移动电话", "联系方式", "sj", "sjh", "sjhm", "shouji", "lxfs", "mobile", "phone", "cellphone", "cell_phone", "mobile_phone", "phone_no", "lxdh"]', 0.8, '1', 14),
  ('telephone', 'personal', '/personal/telephone/', '固定电话', 'telephone', 'L3', 'mask_keep34', 'phone',
    '["电话", "固话", "座机", "传真", "dh", "dhhm", "dianhua", "lianxidianhua", "tel", "telephone", "fax", "landline"]', 0.8, '1', 15),
  ('email', 'personal', '/personal/email/', '邮箱', 'email', 'L3', 'mask_email', 'email',
    '["邮箱", "电子邮件", "yx", "youxiang", "dzyj", "email", "e_mail", "mail"]', 0.8, '1', 16),
  ('bank_card', 'personal', '/personal/bank_card/', '银行卡号', 'bank_card', 'L4', 'mask_keep34', 'bankCard',
    '["银行卡", "银行账号", "卡号", "yhk", "yhkh", "yinhangka", "yhzh", "bank_card", "bank_card_no", "card_no", "bank_account", "bank_no"]', 0.9, '1', 17),
  ('address', 'personal', '/personal/address/', '住址', 'address', 'L3', 'mask_keep60', 'address',
    '["住址", "地址", "户籍", "籍贯", "zz", "dz", "dizhi", "zhuzhi", "jtzz", "txdz", "address", "addr", "home_address"]', 0.6, '1', 18),
  ('plate', 'personal', '/personal/plate/', '车牌号', 'plate', 'L3', 'mask_plate', 'plate',
    '["车牌", "号牌", "cph", "cphm", "hphm", "chepai", "plate", "plate_no", "license_plate"]', 0.8, '1', 19),
  ('birthday', 'personal', '/personal/birthday/', '出生日期', 'birthday', 'L3', 'mask_year', null,
    '["出生日期", "生日", "出生年月", "csrq", "csny", "chusheng", "birthday", "birth_date", "birth", "date_of_birth"]', 0.8, '1', 20),
  ('net_address', 'personal', '/personal/net_address/', '网络地址', 'net_address', 'L2', null, 'ip',
    '["ip地址", "ip_address", "ip_addr", "client_ip", "remote_addr", "ip"]', 0.9, '1', 21),
  ('enterprise', null, '/enterprise/', '企业信息', 'enterprise', 'L2', null, null, '[]', 0.8, '1', 30),
  ('credit_code', 'enterprise', '/enterprise/credit_code/', '统一社会信用代码', 'credit_code', 'L2', null, 'creditCode',
    '["统一社会信用代码", "社会信用代码", "信用代码", "tyshxydm", "xydm", "shxydm", "credit_code", "uscc", "social_credit_code"]', 0.8, '1', 31),
  ('org_code', 'enterprise', '/enterprise/org_code/', '组织机构代码', 'org_code', 'L2', null, 'orgCode',
    '["组织机构代码", "机构代码证", "zzjgdm", "zuzhijigou", "organization_code"]', 0.8, '1', 32),
  ('tax_no', 'enterprise', '/enterprise/tax_no/', '税号', 'tax_no', 'L2', null, null,
    '["税号", "纳税人识别号", "sh", "nsrsbh", "shuihao", "tax_no", "tax_id", "taxpayer_no"]', 0.8, '1', 33),
  ('company_account', 'enterprise', '/enterprise/company_account/', '对公账号', 'company_account', 'L3', 'mask_keep34', null,
    '["对公账号", "开户账号", "收款账号", "付款账号", "dgzh", "khzh", "account_no", "bank_account_no"]', 0.8, '1', 34),
  ('finance', null, '/finance/', '财务信息', 'finance', 'L2', null, null, '[]', 0.8, '1', 40),
  ('salary', 'finance', '/finance/salary/', '薪酬', 'salary', 'L4', 'mask_full', null,
    '["工资", "薪酬", "薪资", "奖金", "年薪", "gz", "gongzi", "xinchou", "xinzi", "salary", "wage", "bonus"]', 0.8, '1', 41),
  ('contract_amount', 'finance', '/finance/contract_amount/', '合同金额', 'contract_amount', 'L2', null, null,
    '["合同金额", "合同额", "htje", "hetongjine", "contract_amount", "contract_amt"]', 0.8, '1', 42),
  ('cost', 'finance', '/finance/cost/', '成本利润', 'cost', 'L3', 'mask_round', null,
    '["利润", "毛利", "成本价", "lirun", "maoli", "profit", "gross_margin", "cost_price"]', 0.8, '1', 43),
  ('public', null, '/public/', '公开信息', 'public', 'L1', null, null, '[]', 0.8, '1', 90);

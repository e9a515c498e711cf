-- Keys of masks: the newest makes tokens and ciphertexts, the older ones still read what they made.
create table metadata_mask_key (
  version_no integer primary key check (version_no > 0),
  sealed text not null,
  fingerprint text not null,
  origin text not null default 'made' check (origin in ('made', 'given')),
  remark text,
  create_by text,
  create_time timestamptz not null default now()
);
comment on table metadata_mask_key is '脱敏密钥';
comment on column metadata_mask_key.sealed is '32 bytes, sealed with the key of the installation; no call answers them';
comment on column metadata_mask_key.fingerprint is 'tells two keys apart without telling anything of them';
comment on column metadata_mask_key.origin is 'made by the platform at random, or given by who keeps keys elsewhere, too';

-- A rule that somebody gave one of these codes stays what it is.
insert into metadata_mask_rule (id, rule_name, rule_code, algorithm, params, is_builtin, remark) values
  ('mask_id_card', '身份证号（前6后4）', 'id_card', 'idCard', '{}', '1', '18位与15位；不是身份证号的取值全部隐藏'),
  ('mask_mobile', '手机号码（前3后4）', 'mobile', 'mobile', '{}', '1', '可带 +86；不是手机号码的取值全部隐藏'),
  ('mask_phone', '固定电话（区号与末2位）', 'phone', 'phone', '{}', '1', '分机号隐藏'),
  ('mask_bank_card', '银行卡号（前6后4）', 'bank_card', 'bankCard', '{}', '1', null),
  ('mask_address', '地址保留到区县', 'address', 'address', '{}', '1', null),
  ('mask_credit_code', '统一社会信用代码（前4后4）', 'credit_code', 'creditCode', '{}', '1', null),
  ('mask_cnaps', '银行联号（行别与校验位）', 'cnaps', 'cnaps', '{}', '1', null),
  ('mask_passport', '护照号（前1后2）', 'passport', 'passport', '{}', '1', null),
  ('mask_travel_permit', '港澳台证件（前1后2）', 'travel_permit', 'travelPermit', '{}', '1', '港澳台居民居住证按身份证号处理'),
  ('mask_ip', 'IP地址保留网段', 'ip', 'ip', '{}', '1', 'IPv4 保留前3段，IPv6 保留前48位'),
  ('mask_geo', '经纬度保留2位小数', 'geo', 'geo', '{"decimals": 2}', '1', '约1公里'),
  ('mask_amount', '金额区间（万元）', 'amount_10000', 'amount', '{"step": 10000}', '1', null),
  ('mask_token_sm3', '令牌化（HMAC-SM3）', 'token_sm3', 'token', '{"hash": "sm3"}', '1', '同一取值结果相同，可用于关联；轮换密钥后改变'),
  ('mask_fpe_id_card', '身份证号保形加密（SM4）', 'fpe_id_card', 'preserve', '{"kind": "idCard", "cipher": "sm4"}', '1', '保留省份与出生年，其余替换，校验位正确'),
  ('mask_fpe_mobile', '手机号码保形加密（SM4）', 'fpe_mobile', 'preserve', '{"kind": "mobile", "cipher": "sm4"}', '1', '保留号段'),
  ('mask_fpe_bank_card', '银行卡号保形加密（SM4）', 'fpe_bank_card', 'preserve', '{"kind": "bankCard", "cipher": "sm4"}', '1', '保留发卡机构，校验位正确'),
  ('mask_fpe_credit_code', '统一社会信用代码保形加密（SM4）', 'fpe_credit_code', 'preserve', '{"kind": "creditCode", "cipher": "sm4"}', '1', '保留登记机关与地区，校验位正确'),
  ('mask_encrypt_sm4', '可逆加密（SM4）', 'encrypt_sm4', 'encrypt', '{"cipher": "sm4"}', '1', '每次结果不同，不能用于关联')
  on conflict do nothing;

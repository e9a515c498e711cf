-- A class of its own for secrets, and words that Western schemas use for names, birthdays and streets.
insert into metadata_class (id, parent_id, path, class_name, class_code, level, mask_rule_id, recogniser, name_patterns, threshold, is_builtin, sort) values
  ('credential', null, '/credential/', '凭证', 'credential', 'L4', 'mask_full', 'credential',
    '["密码", "口令", "密钥", "令牌", "mima", "kouling", "password", "passwd", "pwd", "passphrase", "secret", "token", "api_key", "apikey", "access_key", "private_key", "secret_key", "client_secret", "credential", "credentials", "authorization_code"]', 0.8, '1', 50);
update metadata_class set name_patterns = name_patterns ||
  '["first_name", "last_name", "middle_name", "given_name", "family_name", "maiden_name", "surname", "fname", "lname", "manager", "holder_name", "cardholder"]'
  where id = 'person_name';
update metadata_class set name_patterns = name_patterns || '["dob", "birthdate"]' where id = 'birthday';
update metadata_class set name_patterns = name_patterns || '["street", "street_name", "street_number", "street_address"]' where id = 'address';

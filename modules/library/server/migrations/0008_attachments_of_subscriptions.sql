alter table visual_subscription add column attachments jsonb not null default '[]';
comment on column visual_subscription.attachments is '邮件附带的文件：png、pdf、xlsx';

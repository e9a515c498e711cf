-- Rights that a request gave: they end with their day by themselves and stand beside what is granted by hand to the same person.
alter table visual_grant add column request_id text not null default '';
alter table visual_grant add column end_time timestamptz;
alter table visual_grant drop constraint visual_grant_entity_type_entity_id_subject_type_subject_id_key;
create unique index visual_grant__subject_request on visual_grant (entity_type, entity_id, subject_type, subject_id, request_id);
create index visual_grant__request on visual_grant (request_id);
comment on column visual_grant.request_id is 'the request that gave it; empty for what is granted by hand';
comment on column visual_grant.end_time is 'null = until it is taken back';

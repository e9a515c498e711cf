alter table kit_node add column file_place text;
comment on column kit_node.file_place is 'where the node keeps uploaded files: local:<mark in the folder>, s3:<bucket/folder>; empty while it starts, null from versions that do not tell';

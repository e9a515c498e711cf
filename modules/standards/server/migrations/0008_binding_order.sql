-- the newest bindings first, without sorting all of them
create index standard_binding__create_time on standard_binding (create_time desc, id desc) where deleted_at is null;
create index standard_root__create_time on standard_root (create_time desc, id desc) where deleted_at is null;
create index standard_doc__create_time on standard_doc (create_time desc, id desc) where deleted_at is null;

-- The recycle bin reads each table newest deletion first.
create index sys_user__deleted_at on sys_user (deleted_at desc, id desc) where deleted_at is not null;
create index sys_role__deleted_at on sys_role (deleted_at desc, id desc) where deleted_at is not null;
create index sys_dept__deleted_at on sys_dept (deleted_at desc, id desc) where deleted_at is not null;
create index sys_post__deleted_at on sys_post (deleted_at desc, id desc) where deleted_at is not null;
create index sys_dict__deleted_at on sys_dict (deleted_at desc, id desc) where deleted_at is not null;
create index sys_dict_item__deleted_at on sys_dict_item (deleted_at desc, id desc) where deleted_at is not null;
create index sys_config__deleted_at on sys_config (deleted_at desc, id desc) where deleted_at is not null;
create index sys_menu__deleted_at on sys_menu (deleted_at desc, id desc) where deleted_at is not null;

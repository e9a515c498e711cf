-- A search by name reads the names of the chosen days from the index alone. With (user_name, op_date) beside the plain index PostgreSQL
-- would rather walk all names of all years.
create index sys_login_log__op_date_user_name on sys_login_log (op_date desc, id desc) include (user_name);
drop index sys_login_log__op_date;

-- Lists of reports of one result, and of one table, newest first, among millions of others.
create index quality_check_report__state on quality_check_report (state, check_date);
create index quality_check_report__rule_table_id on quality_check_report (rule_table_id, check_date);

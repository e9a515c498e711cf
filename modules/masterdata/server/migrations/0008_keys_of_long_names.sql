-- Long brands have other keys since: records that were indexed before would not meet those that come, so that the next run compares all anew.
update masterdata_match_rule set matched_revision = null;
-- Of a million records that have been compared, the few that have not are found at once.
create index masterdata_match_record__open on masterdata_match_record (model_id, record_id) where is_compared = '0';

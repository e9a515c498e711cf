-- Long brands have other keys since: records that were indexed before would not meet those that come, so that the next run compares all anew.
update masterdata_match_rule set matched_revision = null;

-- What approving a record changes, as approvers read it: before and after, field by field.
alter table flow_instance add column comparison jsonb;

-- Classes of columns are proposed by the data element that a column follows, too.
alter table metadata_class_hit drop constraint metadata_class_hit_origin_check;
alter table metadata_class_hit add constraint metadata_class_hit_origin_check check (origin in ('values', 'lineage', 'standard'));
comment on column metadata_class_hit.origin is 'found by names and values, inherited through lineage, or said by the standard that the column follows';

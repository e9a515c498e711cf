-- stored names of the files of a standard document, comma separated
alter table standard_doc rename column file_id to files;

-- A definition is compiled from its text when a node first needs it: what is compiled follows the engine, the text stays.
alter table flow_definition drop column process;

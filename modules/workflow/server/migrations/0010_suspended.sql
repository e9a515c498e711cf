-- The inbox leaves out tasks of suspended instances: they are few, and running ones are not looked up for that.
create index flow_instance__suspended on flow_instance (id) where suspension_state = '2';

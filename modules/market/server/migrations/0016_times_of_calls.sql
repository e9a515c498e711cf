-- What of the time for the rows of a call was waiting for the source, and what masking and writing them.
alter table market_api_log add column queue_time double precision;
alter table market_api_log add column encode_time double precision;

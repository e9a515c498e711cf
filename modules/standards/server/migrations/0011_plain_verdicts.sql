-- What a binding comes to by the definition of its column alone, for readers who do not get all rows of the column: bounds of a standard must not
-- tell them where values lie. Null: the same as the whole verdict. Bindings judged before are open to them until the next comparison.
alter table standard_binding add column plain_verdict text;
alter table standard_binding add column plain_results jsonb;
update standard_binding set plain_verdict = 'open', plain_results = '[]'
  where verdict in ('conform', 'partial', 'bad') and jsonb_path_exists(results, '$[*] ? (@.attribute == "codes" || @.attribute == "range"
    || @.attribute == "format" || @.attribute == "length" || @.attribute == "nullable")');

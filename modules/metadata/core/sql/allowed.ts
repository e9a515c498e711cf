/**
 * What a reading statement may consist of. Both lists say what is allowed: a construct or function that is missing here
 * is refused, so a new feature of the parser or of the server cannot open a hole.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Expression kinds of the parser that only read. */
export const ALLOWED_KINDS = words(`
  literal boolean null column table star select union intersect except subquery values alias cast collation case
  and or add sub mul div mod eq neq lt lte gt gte like i_like bitwise_and bitwise_or bitwise_xor concat adjacent ts_match
  array_contains_all array_contained_by array_overlaps j_s_o_n_b_contains_all_top_keys j_s_o_n_b_contains_any_top_keys
  j_s_o_n_b_delete_at_path extends_left extends_right not neg bitwise_not in between is_null is_true is_false is_json is exists
  member_of function aggregate_function window_function joined_table ordered over within_group data_type array struct tuple
  interval concat_ws substring upper lower length trim l_trim r_trim replace reverse left right repeat lpad rpad split
  regexp_like regexp_replace regexp_extract overlay abs round floor ceil power sqrt cbrt ln log exp sign greatest least
  current_date current_time current_timestamp at_time_zone date_add date_sub date_diff date_trunc extract to_date
  to_timestamp date time coalesce null_if nullif if_func count sum avg min max string_agg list_agg array_agg stddev
  stddev_pop stddev_samp variance var_pop var_samp median mode first last any_value percentile logical_and logical_or
  bitwise_count array_concat_agg row_number rank dense_rank n_tile ntile lead lag first_value last_value nth_value percent_rank cume_dist
  percentile_cont percentile_disc contains starts_with ends_with position initcap ascii chr char_func byte_length
  mod_func random trunc_func pi radians degrees sin cos tan asin acos atan atan2 year month day hour minute second
  quarter last_day epoch make_date make_timestamp timestamp_trunc session_user array_func array_length array_size
  cardinality array_contains array_position array_append array_prepend array_concat array_to_string unnest
  array_remove to_array json_extract json_extract_scalar json_extract_path json_array json_object json_query json_value
  json_array_length json_keys json_type to_json json_array_agg json_object_agg parameter named_argument null_safe_eq
  null_safe_neq similar_to any all overlaps bitwise_left_shift bitwise_right_shift bitwise_and_agg bitwise_or_agg
  bitwise_xor_agg subscript dot array_slice paren annotated table_alias column_def group_by cube rollup grouping_sets lateral
  identifier grouping grouping_id generate_series string_to_array array_sum object_agg current_schema current_user
  localtime localtimestamp timestamp date_bin make_interval timestamp_add timestamp_sub timestamp_diff xor
  j_s_o_n_object j_s_o_n_object_agg j_s_o_n_b_object_agg j_s_o_n_array j_s_o_n_array_agg j_s_o_n_strip_nulls j_s_o_n_b_exists
  j_s_o_n_b_contains j_s_o_n_b_extract j_s_o_n_cast j_s_o_n_extract j_s_o_n_extract_scalar j_s_o_n_b_extract_scalar
  j_s_o_n_type j_s_o_n_exists j_s_o_n_value normalize regexp_extract_all regexp_i_like regexp_instr regexp_split regexp_count
  regr_valx regr_valy regr_avgy regr_avgx regr_count regr_intercept regr_r2 regr_sxx regr_sxy regr_syy regr_slope
  split_part str_position sort_array to_char to_number uuid corr width_bucket covar_samp covar_pop week m_d5_digest
  s_h_a2 encode decode translate time_to_str str_to_time str_to_date unix_to_time window_spec interval_span
  parameterized_agg anonymous_agg_func byte_string table_sample
`);

/** Structures with a single field that are not expressions. */
export const PLAIN_KEYS = words('this expressions name custom array ctes');

/** Functions of PostgreSQL that neither write, wait, read files and settings, nor look into the catalogue. */
export const ALLOWED_FUNCTIONS = words(`
  abs acos acosd acosh age any_value array array_agg array_append array_cat array_dims array_fill array_length array_lower array_ndims
  array_position array_positions array_prepend array_remove array_replace array_sample array_shuffle array_sort array_to_json
  array_to_string array_to_tsvector array_upper ascii asin asind asinh atan atan2 atan2d atand atanh avg bit_and bit_count
  bit_length bit_or bit_xor bool_and bool_or btrim cardinality cbrt ceil ceiling char_length character_length chr coalesce
  clock_timestamp concat concat_ws convert_from convert_to corr cos cosd cosh cot cotd count covar_pop covar_samp crc32 cume_dist
  current_catalog current_database current_date current_role current_schema current_time current_timestamp current_user date
  date_add date_bin date_part date_subtract date_trunc decode degrees dense_rank diagonal diameter div encode erf erfc
  every exp extract factorial family first_value floor format gamma gcd gen_random_uuid generate_series generate_subscripts get_bit
  get_byte greatest grouping height host hostmask inet_merge inet_same_family initcap int4range int8range isempty isfinite
  json_agg json_array json_array_elements json_array_elements_text json_array_length json_arrayagg json_build_array
  json_build_object json_each json_each_text json_exists json_extract_path json_extract_path_text json_object
  json_object_agg json_object_keys json_objectagg json_populate_record json_populate_recordset json_query json_scalar
  json_serialize json_strip_nulls json_to_record json_to_recordset json_typeof json_value jsonb_agg jsonb_array_elements
  jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text
  jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_agg jsonb_object_keys
  jsonb_path_exists jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_populate_record
  jsonb_populate_recordset jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof
  justify_days justify_hours justify_interval lag last_value lcm lead least left length lgamma ln localtime localtimestamp log
  log10 lower lower_inc lower_inf lpad ltrim make_date make_interval make_time make_timestamp make_timestamptz masklen max
  md5 min min_scale mod mode netmask network normalize now nth_value ntile nullif num_nonnulls num_nulls numnode numrange
  octet_length overlaps overlay parse_ident percent_rank percentile_cont percentile_disc phraseto_tsquery pi plainto_tsquery
  point position pow power quote_ident quote_literal quote_nullable radians random random_normal range_agg range_intersect_agg
  range_merge rank regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array
  regexp_split_to_table regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy
  regr_syy repeat replace reverse right rollup round row row_number row_to_json rpad rtrim scale session_user setweight sha224
  sha256 sha384 sha512 sign similar sin sind sinh split_part sqrt starts_with statement_timestamp stddev stddev_pop
  stddev_samp string_agg string_to_array string_to_table strip strpos substr substring sum tan tand tanh text timeofday
  timezone to_ascii to_bin to_char to_date to_hex to_json to_jsonb to_number to_oct to_timestamp to_tsquery to_tsvector
  transaction_timestamp translate trim trim_array trim_scale trunc ts_delete ts_filter ts_headline ts_rank ts_rank_cd tsquery_phrase
  tsrange tstzrange tsvector_to_array unicode_assigned unistr unnest upper upper_inc upper_inf user uuid_extract_timestamp
  uuid_extract_version uuidv4 uuidv7 var_pop var_samp variance version websearch_to_tsquery width width_bucket daterange cube
  xmlagg xmlcomment xmlconcat xmlelement xmlforest bpchar varchar char numeric int2 int4 int8 float4 float8 bool timestamp
  timestamptz time interval pg_typeof pg_size_pretty cast
`);

/** Second belt: names that are never called, wherever they stand in the text. */
export const FORBIDDEN_CALL =
  /^(pg_(?!typeof$|size_pretty$).*|lo_.*|loread|lowrite|dblink.*|set_config|current_setting|setval|nextval|currval|lastval|txid_.*|query_to_xml.*|table_to_xml.*|cursor_to_xml.*|schema_to_xml.*|database_to_xml.*|ts_stat|ts_rewrite|crosstab.*|connectby|xpath_table|binary_upgrade.*|has_.*_privilege|copy_.*|file_fdw.*|postgres_fdw.*)$/;

/** Types whose values name catalogue objects: casting to them looks names up. */
export const CATALOGUE_TYPE = /^reg(class|collation|config|dictionary|namespace|oper|operator|proc|procedure|role|type|database)$/i;
export const SYSTEM_SCHEMAS = /^(pg_.*|information_schema)$/;

/** Columns that table functions give when the query does not name them. Other names could be functions: `s.f` is `f(s)`. */
export const FUNCTION_COLUMNS = words('key value ordinality lexeme positions weights');

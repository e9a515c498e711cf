/**
 * Constructs that a reading statement may consist of, in any dialect. What is missing here is refused, so a new feature of the
 * parser or of the server cannot open a hole.
 */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

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
  parameterized_agg anonymous_agg_func byte_string table_sample group_concat int_div rand day_of_week day_of_year week_of_year
  nvl nvl2 add_months count_if approx_distinct approx_count_distinct
`);

/** Structures with a single field that are not expressions. */
export const PLAIN_KEYS = words('this expressions name custom array ctes num_buckets');

/** Words that may stand before a parenthesis without calling anything, in any dialect. */
export const WORDS_BEFORE_PARENTHESIS = words(`
  all and any array as between by case cross cube current distinct distinctrow div else escape except exists filter fetch first from
  full group having ilike in inner intersect interval is join key lateral left like limit match against minus mod natural next not of
  offset on or order outer over partition range recursive regexp returning right rlike rollup row rows select set sets similar
  some straight_join then to tuple union update use force ignore index using value values when where window with within xor
  unique primary grouping
`);
/** Types that take a length. */
export const TYPES_BEFORE_PARENTHESIS = words(`
  bigint binary bit bpchar char character clob datetime datetime2 datetimeoffset dec decimal double fixedstring float int integer
  nchar number numeric nvarchar nvarchar2 raw real smallint string time timestamp timestamptz tinyint unsigned varbinary varchar
  varchar2 varying zone
`);

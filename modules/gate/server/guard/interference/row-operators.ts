import type { Engine } from './schema.ts';
import { templatesOf, type Templates } from './templates.ts';

const COMMON: Templates = {
  t: `
    upper({t})
    lower({t})
    trim({t})
    substr({t}, 1, 2)
    substring({t}, 2)
    left({t}, 3)
    right({t}, 2)
    reverse({t})
    replace({t}, '1', 'x')
    concat({t}, {t})
    concat_ws('-', {t}, {t})
    coalesce({t}, {t})
    coalesce({t}, 'x')
    nullif({t}, {t})
    greatest({t}, {t})
    least({t}, {t})
    lpad({t}, 12, '0')
    repeat({t}, 2)
    md5({t})
    case when {b} then {t} else {t} end
    case {t} when {t} then 'y' else {t} end
    case when {c} is null then {t} else 'x' end
    (select max(q.x) from ({q:t}) q)
    ({q:t} order by 1 limit 1)
    cast({n} as char(9))
    cast({t} as char(2))
  `,
  n: `
    {n} + {n}
    {n} - {n}
    {n} * 2
    {n} / nullif({n}, 0)
    10 / {n}
    {n} % 7
    mod(100, {n})
    -({n})
    abs({n})
    round({n})
    round({n}, 1)
    floor({n})
    ceil({n})
    sign({n})
    sqrt({n})
    ln({n})
    power({n}, 2)
    length({t})
    char_length({t})
    ascii({t})
    position('1' in {t})
    position({t} in 'abc13')
    coalesce({n}, {n})
    nullif({n}, {n})
    greatest({n}, {n}, 3)
    least({n}, 50)
    case when {b} then {n} else 0 end
    case {t} when {t} then 1 when 'b' then 2 else {n} end
    extract(year from {d})
    extract(month from {d})
    cast({n} as decimal(20, 1))
    cast({t} as decimal(30, 2))
    (select count(*) from ({e}) q)
    (select count(v9.mobile) from visit v9)
    (select sum(q.x) from ({q:n}) q)
    ({q:n} order by 1 limit 1)
  `,
  d: `
    coalesce({d}, {d})
    greatest({d}, {d})
    least({d}, date '2024-01-01')
    nullif({d}, {d})
    case when {b} then {d} else {d} end
    cast({d} as date)
    cast({t} as date)
    ({q:d} order by 1 limit 1)
  `,
  b: `
    {c} is null
    {c} is not null
    {c} is null and {b}
    {c} is not null or {c} is null
    {t} = {t}
    {t} <> {t}
    {t} < {t}
    {t} >= {t}
    {n} = {n}
    {n} > {n}
    {n} <= {n}
    {d} < {d}
    {d} = {d}
    {t} like '13%'
    {t} like concat('%', {t}, '%')
    {t} not like '%1'
    {t} in ({t}, {t}, 'x')
    {t} not in ('a', {t})
    {n} in (1, 2, {n})
    {n} not in ({n})
    {t} in ({q:t})
    {n} not in ({q:n})
    {n} = any ({q:n})
    {t} <> all ({q:t})
    {n} > all ({q:n})
    {n} = ({q:n} limit 1)
    exists ({e})
    not exists ({e})
    {t} between {t} and {t}
    {n} between 1 and {n}
    {d} between date '2020-01-01' and {d}
    ({t}, {n}) = ({t}, {n})
    ({n}, {t}) in (({n}, {t}), (1, 'x'))
    coalesce({t}, 'x') is null
    ({n} + {n}) is null
    ({b}) is true
    ({b}) is not false
    not ({b})
    {b} and {b}
    {b} or {b}
    case when {b} then {b} else {t} = 'x' end
  `,
};

const POSTGRES: Templates = {
  t: `
    {t} || {t}
    {t}::text || 'x'
    {t}::varchar(3)
    ({n})::text
    to_char({n}, '999.9')
    to_char({d}, 'YYYYMM')
    translate({t}, '123', 'abc')
    split_part({t}, '1', 1)
    regexp_replace({t}, '[0-9]', 'x')
    regexp_replace({t}, {t}, '')
    initcap({t})
    overlay({t} placing 'x' from 1 for 1)
    encode(convert_to({t}, 'UTF8'), 'hex')
    to_json({t})::text
    json_build_object('a', {t}) ->> 'a'
    jsonb_build_array({t}, {n})::text
    to_jsonb({d}) #>> '{}'
    (array[{t}, {t}])[1]
    array_to_string(array[{t}, 'x'], ',')
    array_to_string(array({q:t}), ',')
    (string_to_array({t}, '3'))[1]
    row({t}, {n})::text
    format('%s-%s', {t}, {n})
    quote_literal({t})
    chr(65 + length({t}))
    (select string_agg(q.x, ',') from ({q:t}) q)
    (select l.x from (values ({t})) l(x))
    (select s.x from unnest(array[{t}, 'b']) s(x) limit 1)
    min({t}) over (order by {n})
    lag({t}) over (order by {n}, {t})
    first_value({t}) over (partition by {t} order by {n})
    string_agg({t}, ',') over (order by {d})
    (age({d}, date '2020-01-01'))::text
  `,
  n: `
    {n}::int
    {t}::numeric
    {t}::bigint % 7
    octet_length({t})
    bit_length({t})
    strpos({t}, '1')
    width_bucket({n}, 0, 100, 7)
    trunc({n}, 1)
    {d} - date '2020-01-01'
    {d} - {d}
    date_part('year', {d})
    cardinality(string_to_array({t}, '1'))
    array_length(array[{n}, 2], 1)
    array_position(array[{t}, 'a'], {t})
    jsonb_array_length(jsonb_build_array({t}))
    (to_jsonb({n}) #>> '{}')::numeric
    {n} # 3
    num_nulls({t}, {n})
    num_nonnulls({t}, {n})
    (select count(*) from generate_series(1, length({t})))
    (select max(g) from generate_series(1, {n}::int) g)
    (select count(*) from regexp_split_to_table({t}, ''))
    row_number() over (order by {n}, {t})
    rank() over (order by {t})
    dense_rank() over (partition by {t} order by {d})
    ntile(3) over (order by {n})
    sum({n}) over (order by {d})
    sum({n}) over (partition by {t})
    count({c}) over ()
    count({c}) over (partition by {t})
    count({c}) over (order by {n})
    count(*) filter (where {b}) over ()
    lead({n}, 1, 0) over (order by {t})
    percent_rank() over (order by {n})
    cume_dist() over (order by {t})
    extract(epoch from ({d}::timestamp - timestamp '2020-01-01'))
    length(pg_sleep(0)::text)
    length(pg_sleep(case when {b} then 0 else 0.0001 end)::text)
  `,
  d: `
    {d} + 1
    {d} - {i}
    ({d} + interval '1 month')::date
    date_trunc('month', {d})::date
    to_date({t}, 'YYYYMMDD')
    make_date(2020, 1 + abs({n}::int % 12), 1)
    min({d}) over (partition by {t})
    {d}::timestamp::date
  `,
  b: `
    {t} ilike '1%'
    {t} ~ '^1'
    {t} !~* {t}
    {t} similar to '1%'
    starts_with({t}, '1')
    {t} is distinct from {t}
    {n} is not distinct from {n}
    {t} = any (array[{t}, 'x'])
    {n} = any ('{1,2,3}'::int[])
    array[{t}] && array[{t}, 'a']
    array[{n}] @> array[1]
    jsonb_build_object('a', {t}) @> '{"a": "b"}'
    to_jsonb({t}) ? 'a'
    row({t}, {n}) is null
    row({t}, 1) is null
    ({t}, {n}) < ({t}, {n})
    ({d}, {d}) overlaps ({d}, date '2024-01-01')
    {n} between symmetric {n} and 2
    {t} like any (array['1%', {t}])
    (({n}) > 1) is unknown
    to_tsvector({t}) @@ to_tsquery('a')
    {c} isnull
    {c} notnull
  `,
};

const MYSQL: Templates = {
  t: `
    if({b}, {t}, {t})
    ifnull({t}, {t})
    hex({t})
    mid({t}, 1, 2)
    substring_index({t}, '1', 1)
    insert({t}, 1, 1, 'x')
    elt(1, {t}, {t})
    cast({t} as char)
    convert({t} using utf8mb4)
    date_format({d}, '%Y%m')
    json_unquote(json_extract(json_object('a', {t}), '$.a'))
    json_array({t}, {n})
    quote({t})
    conv({n}, 10, 16)
    format({n}, 1)
    soundex({t})
    sha1({t})
    to_base64({t})
    regexp_replace({t}, '[0-9]', 'x')
    regexp_substr({t}, '[0-9]+')
    (select group_concat(q.x) from ({q:t}) q)
    min({t}) over (order by {n})
    lag({t}) over (order by {n}, {t})
    first_value({t}) over (partition by {t} order by {n})
  `,
  n: `
    {n} div 3
    {t} + 0
    {t} * 1
    -{t}
    if({b}, {n}, 0)
    ifnull({n}, 0)
    isnull({s})
    instr({t}, '1')
    locate('1', {t})
    find_in_set({t}, 'a,b')
    field({t}, 'a', {t})
    crc32({t})
    strcmp({t}, {t})
    bit_length({t})
    datediff({d}, '2020-01-01')
    timestampdiff(day, {d}, '2020-01-01')
    year({d})
    to_days({d})
    weekday({d})
    bit_count({n})
    {n} & 3
    {n} << 1
    json_length(json_array({t}))
    interval({n}, 1, 5, 9)
    {b}
    ({t} = {t}) + 1
    sleep(0)
    sleep(if({b}, 0, 0.001))
    row_number() over (order by {n}, {t})
    rank() over (order by {t})
    ntile(3) over (order by {n})
    sum({n}) over (order by {d})
    count({c}) over ()
    count({c}) over (partition by {t})
    count({c}) over (order by {n})
    lead({n}, 1) over (order by {t})
  `,
  d: `
    date_add({d}, interval 1 day)
    date_add({d}, interval {i} month)
    last_day({d})
    str_to_date({t}, '%Y%m%d')
    from_days(700000 + abs({n}) % 9999)
    makedate(2020, 1 + abs({n}) % 300)
    ifnull({d}, {d})
    date({t})
  `,
  b: `
    {t} <=> {t}
    {n} <=> {n}
    {t} regexp '^1'
    {t} rlike {t}
    {t} not regexp '1'
    {t} like binary '1%'
    {b} xor {b}
    ({t}, {n}) < ({t}, {n})
    {t} = {n}
    {t}
    json_contains(json_array({t}), '"a"')
    not {t}
    isnull({t})
  `,
};

/** What can be made of the columns of one row. */
export const ROW: Readonly<Record<Engine, ReturnType<typeof templatesOf>>> = {
  postgres: templatesOf(COMMON, POSTGRES),
  mysql: templatesOf(COMMON, MYSQL),
};

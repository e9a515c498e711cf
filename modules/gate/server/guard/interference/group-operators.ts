import type { Engine } from './schema.ts';
import { templatesOf, type Templates } from './templates.ts';

/** Aggregates over the rows of a group; `{t}` … stand for expressions over rows, `{N}`, `{T}`, `{B}` for such over groups. */
const GROUPS: Templates = {
  t: `
    min({t})
    max({t})
    coalesce(max({t}), {T})
    case when {B} then 'a' else 'b' end
    case when count({c}) > 2 then 'many' else max({t}) end
  `,
  n: `
    count(*)
    count({c})
    count({c})
    count(distinct {c})
    count(distinct {c})
    count(*) - count({c})
    count({c}) * 100 / count(*)
    round(count({c}) * 100.0 / nullif(count(*), 0), 1)
    count({x:t})
    count({n} + 1)
    count(distinct {x:t})
    count(case when {c} is null then 1 end)
    count(case when {b} then 1 end)
    sum(case when {c} is null then 1 else 0 end)
    sum(case when {b} then {n} else 0 end)
    sum({n})
    avg({n})
    min({n})
    max({n})
    sum(distinct {n})
    stddev({n})
    {N} + {N}
    {N} / nullif({N}, 0)
    case when {B} then {N} else 0 end
    greatest({N}, 2)
    (select count(distinct p9.salary) from person p9)
    max({n}) - min({n})
  `,
  d: `
    min({d})
    max({d})
  `,
  b: `
    {N} > {i}
    {N} <> {N}
    count({c}) >= {i}
    count(distinct {c}) = count({c})
    max({t}) = min({t})
    max({t}) like '1%'
    {B} and {B}
    not ({B})
    max({t}) is null
    count({c}) in (1, 2, 3)
    {N} between 1 and {N}
  `,
};
const POSTGRES_GROUPS: Templates = {
  t: `
    string_agg({t}, ',')
    string_agg({t}, ',' order by {n}, {t})
    string_agg(distinct {t}, ',')
    array_to_string(array_agg({t} order by {d}), ',')
    array_to_string(array_agg({t}), ',')
    jsonb_agg({t})::text
    json_agg({n})::text
    json_object_agg({n}, {t})::text
    max({t}) filter (where {b})
    mode() within group (order by {t})
    (array_agg({t}))[1]
    any_value({t})
  `,
  n: `
    count(*) filter (where {c} is null)
    count(*) filter (where {c} is not null and {b})
    count({c}) filter (where {b})
    count(distinct {c}) filter (where {b})
    sum({n}) filter (where {c} is null)
    percentile_cont(0.5) within group (order by {n})
    percentile_disc(0.9) within group (order by {n})
    corr({n}, {n})
    var_pop({n})
    bit_and({n}::int)
    rank(3) within group (order by {n})
    cardinality(array_agg({t}))
    sum(count(*)) over ()
    count(*) filter (where {b}) * 100 / count(*)
    count(distinct ({t}, {n}))
    count(distinct ({s}, {n}))
  `,
  d: '',
  b: `
    bool_and({b})
    bool_or({b})
    every({b})
    count(*) filter (where {c} is null) > {i}
  `,
};
const MYSQL_GROUPS: Templates = {
  t: `
    group_concat({t})
    group_concat({t} order by {n}, {t})
    group_concat(distinct {t} separator '|')
    json_arrayagg({n})
  `,
  n: `
    count(distinct {s}, {n})
    count(distinct {s}, {s})
    count(if({c} is null, 1, null))
    sum({c} is null)
    sum({b})
    bit_or({n})
    std({n})
    count({c} is null or null)
  `,
  d: '',
  b: '',
};

/** What can be made of a group of rows. */
export const GROUP: Readonly<Record<Engine, ReturnType<typeof templatesOf>>> = {
  postgres: templatesOf(GROUPS, POSTGRES_GROUPS),
  mysql: templatesOf(GROUPS, MYSQL_GROUPS),
};

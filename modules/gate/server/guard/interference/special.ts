import type { Engine } from './schema.ts';
import type { Made } from './statements.ts';

interface Special {
  readonly text: string;
  readonly kind: Made['kind'];
}
const lines = (kind: Made['kind'], text: string): Special[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => ({ text: line, kind }));

/** `{m}` a masked column of person, `{l}` one that may be joined, `{o}` an open one, `{9}` a number up to 9. */
const CLEAN = `
  select id, {m} from person
  select {m}, {o} from person where {m} is not null order by id limit {9}
  select id, name, {m} from (select * from person) q where {m} is null
  select count({m}), count(distinct {m}), count(*) - count({m}) from person
  select city, count(distinct {m}) from person group by city order by 1
  select city, count(distinct {m}) as c from person group by city having count(distinct {m}) > {4} order by c desc, city
  select a.id, b.id from person a join person b on a.{l} = b.{l} order by 1, 2
  select count(*) from person a join visit b on a.mobile = b.mobile
  select count(*) from person a join orders b on a.mobile = b.buyer_mobile where b.amount > {200}
  select o.id, o.card_no, v.id from orders o join visit v on o.card_no = v.card_no order by 1, 3
  select id, {m} from person union all select id, {m} from person
  select case when {m} is null then '空' else '有' end as s, count(*) from person group by case when {m} is null then '空' else '有' end order by 1
  select id, {m} is null as e from person order by {m} is null, id
`;
const FORBIDDEN = `
  select id, 60400 as s from person where salary = {12}000
  select id from person where mobile in ('13800000037', '13800000074')
  select id from person where idcard < '1101011995'
  select id from person order by {m} desc limit {9}
  select {m} from person group by {m}
  select distinct {m} from person
  select min(id), count(*) from person group by {m}
  select id, row_number() over (order by {m}) from person
  select id, count(*) over (partition by {m}) from person
  select count({m}) over (order by {m}) from person
  select 1 / (case when salary = {9}000 then 0 else 1 end) from person
  select max({m}) from person
  select id from person where {m} = (select q.{m} from person q where q.id = {9})
  select id from person a where exists (select 1 from person b where b.{m} > a.{m})
  select a.id, b.id from person a join person b on a.{m} > b.{m}
  select a.id, b.id from person a join person b on a.salary = b.salary
  select a.id, b.id from person a join person b on a.secret = b.secret and a.id < b.id
  select id from person where coalesce({m}, {m}) is null
  select id from (select id, {m} as x from person) q where x < '2'
  select id from (select id, {m} as x from person) q order by x
  select x from (select {m} as x from person) q group by x
  with q as (select id, {m} as x from person) select id from q order by x limit {9}
  select id from person where ({m}, id) = ({m}, 1)
  select {m} from person union select {m} from person
  select {m} from person intersect select {m} from person
  select {m} from person except select {m} from person where id > {9}
  select id, {m} as age from person order by age
  select id, {m} from person order by 2
  select count(*) from person where {m} like '1%'
  select id from person where {m} between '1' and '2'
  select name, max({m}) from person group by name having max({m}) > '2'
  select sum(case when {m} > '2' then 1 else 0 end) from person
  select length({m}) from person
  select id from person where {m} is not null and {m} <> ''
  select (select p.{m} from person p where p.id = 1) || '' as x from orders
  select city from person where {m} not in (select q.{m} from person q where q.id < {9})
`;
const OPEN = `
  select a.id, b.{m} from person a left join person b on b.{l} = a.{l} and b.id > a.id order by 1, b.id
  select city, {m} from person group by city, {m}
  select a.id from person a join person b using ({l}) order by 1
  select a.id from person a natural join visit b order by 1
  select id from person a where exists (select {m} from person b where b.id = a.id)
  select (select {m} from person where id = {9}) as x
  select a.id, b.id from person a join person b on a.{l} = b.{l}
  select a.id, b.id from person a left join visit b on a.mobile = b.mobile
  select a.id, b.id from person a right join visit b on a.mobile = b.mobile
  select count(*) from person a join orders b on a.mobile = b.card_no
  select count(*) from person a join visit b on a.mobile = b.idcard
  select id, age as {m} from person order by {m}
  select id, {m} as x, {m} as x from person
  select p.* from person p
  select * from person, visit
  select * from person natural join visit
  values (1), (2)
  select id from person where ({m}) is null
  select id from person where ((({m}))) is not null
  select count(({m})) from person
  select {m} from person limit {9}
  select a.id from person a, person b where a.{l} = b.{l} and a.id <> b.id
  select a.id from person a, person b where not (a.{l} = b.{l})
  select a.id from person a, person b where a.{l} = b.{l} or a.id = {9}
  select a.id, a.{l} = b.{l} as same from person a, person b order by a.id, b.id
  select id from person a where {l} in (select b.{l} from person b)
  select count(distinct {m}), group_concat_or_agg from person
`;
const POSTGRES = {
  clean: `
    select count(*) filter (where {m} is null) from person
    select string_agg(name, ',' order by id), count(distinct {m}) from person
    select id, {m} from person order by id fetch first {9} rows only
    with recursive r(n) as (select 1 union all select n + 1 from r where n < 3) select n, count({m}) from r, person group by n order by 1
    select array_agg(id), count(distinct {m}) from person
    select string_agg(name, ','), count(distinct {m}) from person
    select city, json_agg(id), count(distinct {m}) from person group by city
    select id, sum(age) over (), count({m}) over (partition by city order by id) from person order by id
    select q.id, l.{m} from orders q, lateral (select p.{m} from person p where p.id = q.person_id) l order by 1
  `,
  forbidden: `
    select 1 from person, generate_series(1, length({m}::text)) where id = {9}
    select pg_sleep(case when mobile like '15%' then 0.001 else 0 end) from person
    select id from person where {m} is distinct from null
    select distinct on ({m}) id from person
    select id from person p where p = p
    select p::text from person p
    select row_to_json(p) from person p
    select count(p.*) from person p where p.*::text like '%13%'
    select array_agg(id order by {m}) from person
    select string_agg(name, ',' order by {m}) from person
    select mode() within group (order by {m}) from person
    select count(*) filter (where {m} > '2') from person
    select x from person, lateral (select {m} as x) l order by x
    select x from person, lateral (values ({m})) l(x) where x is not null
    select id from person where {m} = any (array(select {m} from person where id < {9}))
    select id from person order by {m} fetch first 3 rows with ties
    select id from person order by row({m}, id)
    select count(*) from person group by grouping sets (({m}), ())
    with recursive r as (select id, {m} as x from person where id = 1 union select p.id, p.{m} from person p, r where p.{m} > r.x) select count(*) from r
    select id from person tablesample system (100) order by {m}
    select to_jsonb(p) ->> '{m}' from person p
    table person
    select num_nulls({m}) from person
    select nullif({m}, {m}) from person
    select {m} is not distinct from {m} from person
    select rank() over w from person window w as (order by {m})
    select (p).{m} from person p order by (p).{m}
    select id from person p order by p
  `,
  open: `
    select (p).{m} from person p
    select id, {m} isnull from person
    select count(p) from person p
    select id from person p where p is null
    select p is not null from person p
    select a.id, b.id from person a full join visit b on a.mobile = b.mobile
    select a.id, b.id from person a full join visit b on a.card_no = b.card_no
    select b.id from visit b where not exists (select 1 from person a where a.mobile = b.mobile)
    select a.id from person a where a.mobile = any (select b.mobile from visit b)
    explain select {m} from person
    explain select count(distinct {m}) from person
    explain (analyze, costs off, timing off, summary off, buffers off) select count(distinct {m}) from person
    explain select a.id from person a join visit b on a.mobile = b.mobile
    explain (verbose) select {m} from person where {m} is not null
    select 1.5::float8 as x union all select salary from person
    select now()::timestamp as x union all select born from person
    select null::text as x union all select {m}::text from person
  `,
};
const MYSQL = {
  clean: `
    select group_concat(name order by id), count(distinct {m}) from person
    select group_concat(name), count(distinct {m}) from person
    select id, sum(age) over (), count({m}) over (partition by city order by id) from person order by id
    select sum({m} is null) from person
  `,
  forbidden: `
    with recursive r(n, v) as (select 1, cast('' as char(1)) union all select r.n + 1, p.{l} from r join person p on p.id = r.n where r.n < 4) select n from r
    with recursive r(n, v) as (select 1, 1 union all select r.n + 1, p.{m} from r join person p on p.id = r.n where r.n < 4) select n from r
    with recursive r(n, v) as (select 1, p.{m} from person p where id = 1 union all select n + 1, v from r where n < 3) select n, v from r
    select 1 from person a join person b on b.id <= length(a.{m}) where a.id = {9}
    select sleep(if(mobile like '15%', 0.001, 0)) from person
    select id from person where {m} <=> null
    select id from person where {m} regexp '^1'
    select group_concat(id order by {m}) from person
    select group_concat(distinct {m}) from person
    select id from person group by {m} with rollup
    select id from person having {m} > '2'
    select {m} + 0 from person
    select id from person where if({m}, 1, 0)
    select id from person where {m}
    select strcmp({m}, 'a') from person
    select @x := {m} from person
    select id, {m} as q from person having q > '2'
    select id from person where concat({m}) is null
    select id from person where not {m} <=> {m}
    select ifnull({m}, 'x') from person
    select json_arrayagg({m}) from person
    select id from person where match (secret) against ('长')
  `,
  open: `
    select isnull({m}) from person
    select count(distinct {m}, {m}) from person
    select 1 as x union all select {m} from person
    select cast('2020-01-01' as datetime) as x union all select born from person
    select cast(1 as unsigned) as x union all select salary from person
    explain select {m} from person
    explain select a.id from person a join visit b on a.mobile = b.mobile
    explain format=json select count(distinct {m}) from person
    select straight_join a.id, b.id from person a join visit b on a.mobile = b.mobile
    select id, {m} from person force index (primary)
    select a.id from person a join visit b on a.mobile <=> b.mobile
  `,
};

export const SPECIAL: Readonly<Record<Engine, readonly Special[]>> = {
  postgres: [
    ...lines('clean', CLEAN),
    ...lines('clean', POSTGRES.clean),
    ...lines('forbidden', FORBIDDEN),
    ...lines('forbidden', POSTGRES.forbidden),
    ...lines('open', OPEN.replace('group_concat_or_agg', "string_agg(name, ',')")),
    ...lines('open', POSTGRES.open),
  ],
  mysql: [
    ...lines('clean', CLEAN),
    ...lines('clean', MYSQL.clean),
    ...lines('forbidden', FORBIDDEN),
    ...lines('forbidden', MYSQL.forbidden),
    ...lines('open', OPEN.replace('group_concat_or_agg', 'group_concat(name)')),
    ...lines('open', MYSQL.open),
  ],
};

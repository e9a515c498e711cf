import * as z from 'zod';

/*
 * What a rule says about itself beside its table and column. Which of it a rule type needs is declared in the catalogue of rule types
 * (`core/catalogue`); here is the shape that is stored and sent. Groups keep the names of the product family.
 */

/** How a checked value is held against another one: less, less or equal, equal, not equal, greater or equal, greater. */
export const OPERATORS = ['lt', 'le', 'eq', 'ne', 'ge', 'gt'] as const;
export const Operator = z.enum(OPERATORS);
export type Operator = z.output<typeof Operator>;

/** What a row without a value counts as: it is not looked at, or it is bad. */
export const NullPolicy = z.enum(['ignore', 'bad']);
export type NullPolicy = z.output<typeof NullPolicy>;

/** Ends of ranges are decimals, days or moments; texts keep every digit, and `${yyyy-MM-dd}` stands for a day of the run. */
const End = z
  .union([z.string().trim().max(60), z.number()])
  .nullable()
  .transform((value) => (value === null || value === '' ? null : String(value)));
const Id = z.string().min(1).max(50);
const Words = z.array(z.string().max(200)).max(1000);
const Count = z.number().int().min(0);

export const RuleConfig = z.object({
  ruleItemCode: z.string().min(1).max(50),
  unique: z
    .object({ columnIds: z.array(Id).max(16) })
    .partial()
    .optional(),
  integrity: z
    .object({
      /** texts that stand for nothing, compared without blanks around them */
      words: Words,
      /** condition under which a value must be there */
      condition: z.string().max(4000),
      columnIds: z.array(Id).max(16),
      /** values that the column must hold somewhere */
      values: Words,
      min: End,
      max: End,
    })
    .partial()
    .optional(),
  accuracy: z
    .object({
      maxLength: Count.max(1_000_000),
      minLength: Count.max(1_000_000),
      length: Count.max(1_000_000),
      min: End,
      max: End,
      pattern: z.string().max(500),
      patterns: z.array(z.string().max(500)).max(20),
      values: Words,
      /** digits of a number in all, and behind its point */
      precision: Count.max(100),
      scale: Count.max(100),
      /** how a day or moment is written, `yyyy-MM-dd` */
      format: z.string().max(40),
      letters: z.enum(['upper', 'lower']),
      type: z.enum(['number', 'integer', 'date', 'datetime', 'boolean']),
      /** standard deviations, or distances between quartiles */
      times: z.number().positive().max(1000),
      /** share of the values, 0 to 1 */
      share: z.number().min(0).max(1),
      orderColumnId: Id,
      columnIds: z.array(Id).max(16),
      schema: z.string().max(20_000),
      isStrict: z.boolean(),
    })
    .partial()
    .optional(),
  consistent: z
    .object({
      gbTypeId: Id,
      bindGbColumn: z.enum(['gb_code', 'gb_name']),
      /** mapping of local values to the standard: a value is good when its mapping is */
      contrastId: Id.nullable(),
      columnId: Id,
      columnIds: z.array(Id).max(16),
      operator: Operator,
      days: z.number().int().min(-100_000).max(100_000),
      condition: z.string().max(4000),
      requirement: z.string().max(4000),
      pairs: z.array(z.tuple([z.string().max(200), z.string().max(200)])).max(500),
      relatedTableId: Id,
      relatedColumnId: Id,
      keyColumnIds: z.array(Id).max(16),
      relatedKeyColumnIds: z.array(Id).max(16),
      /** compared columns of the other table, in the order of `columnIds`; without them those of the same names */
      relatedColumnIds: z.array(Id).max(16),
      /** columns by whose values numbers are held against each other */
      groupColumnIds: z.array(Id).max(16),
      relatedGroupColumnIds: z.array(Id).max(16),
      /** only rows of the other table for which this `[字段]` expression is true count */
      relatedFilter: z.string().max(4000),
      aggregate: z.enum(['count', 'sum', 'mean', 'min', 'max', 'distinct']),
      /** how far two numbers may lie apart, as they are and in percent */
      tolerance: z.number().min(0),
      tolerancePercent: z.number().min(0).max(100),
    })
    .partial()
    .optional(),
  relevance: z
    .object({ relatedTableId: Id, relatedColumnId: Id, columnIds: z.array(Id).max(16), relatedColumnIds: z.array(Id).max(16) })
    .partial()
    .optional(),
  timeliness: z
    .object({
      threshold: z.number().min(0).max(100_000),
      unit: z.enum(['minute', 'hour', 'day']),
      /** time of day, `08:30` */
      before: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间应写作 08:30'),
      columnId: Id,
      /** value that a partition has, may hold `${yyyyMMdd-1}` */
      partition: z.string().max(200),
      percent: z.number().min(0).max(100),
    })
    .partial()
    .optional(),
  conform: z
    .object({
      words: Words,
      type: z.string().max(100),
      types: z.array(z.string().max(100)).max(50),
      names: Words,
      min: End,
      max: End,
      parts: z.array(z.enum(['name', 'type', 'length', 'precision', 'nullable', 'codes', 'range', 'format', 'unit'])).max(9),
    })
    .partial()
    .optional(),
  metric: z
    .object({
      min: End,
      max: End,
      share: z.number().min(0).max(1),
      values: Words,
      columnId: Id,
      metric: z.enum(['rows', 'nulls', 'nullRate', 'distinct', 'distinctRate', 'mean', 'median', 'sum', 'min', 'max', 'stdev']),
      compare: z.enum(['previous', 'day', 'weekday', 'week', 'month', 'average7', 'average30', 'averageMonth']),
      strategy: z.enum(['median', 'absolute', 'rate', 'relative', 'normal', 'onlineNormal', 'holtWinters']),
      distribution: z.enum(['psi', 'chiSquare', 'ks', 'kl']),
      sensitivity: z.number().positive().max(100),
      /** least half width of what is expected, in percent of its middle */
      least: z.number().min(0).max(1000),
      /** working days and days off are not told apart */
      isEveryDay: z.boolean(),
      /** what a distribution is held against: the profile, the check before, the first check */
      baseline: z.enum(['profile', 'previous', 'first']),
    })
    .partial()
    .optional(),
  custom: z
    .object({ sql: z.string().max(20_000), operator: Operator, value: End, expression: z.string().max(4000), ruleIds: z.array(Id).max(50) })
    .partial()
    .optional(),
  nulls: NullPolicy.optional(),
  /** only rows for which this `[字段]` expression is true are checked */
  filter: z.string().max(4000).optional(),
});
export type RuleConfig = z.output<typeof RuleConfig>;
/** Groups of parameters; each rule type takes from one. */
export type ConfigGroup = Exclude<keyof RuleConfig, 'ruleItemCode' | 'nulls' | 'filter'>;

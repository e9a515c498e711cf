import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import type { DataSet } from '#modules/datasets/contract/data-set-model.ts';
import { engine, loadSet, visibleSets, ZONE } from '#modules/datasets/server/index.ts';
import { elementWords } from '#modules/standards/server/index.ts';
import { askCalls, type AskReading } from '../contract/ask.ts';
import { askAll, askByNames, askOne, type AskField, type AskResult, type AskSet, type AskValue } from '../core/ask/index.ts';

const MAX_SETS = 300;
/** Data sets whose values are read to decide what a question is about. */
const MAX_CLOSE = 4;
const MAX_FIELDS = 12;
const MAX_VALUES = 300;
/** Fields with more values are searched for the words that nothing else explains. */
const MAX_SEARCHES = 4;
const MAX_READINGS = 3;

/** What the standard calls fields, by data set and field. */
type Words = Awaited<ReturnType<typeof elementWords>>;

/** The fields of a set that may be asked for; words of the standard are theirs where no other field has them too. */
function fieldsOf({ id, model }: DataSet, words: Words): AskField[] {
  const fields = model.fields.filter(({ hidden }) => !hidden);
  const given = words.get(id);
  if (!given) return fields;
  const uses = new Map<string, number>();
  const used = (word: string) => uses.set(word, (uses.get(word) ?? 0) + 1);
  for (const { name, synonyms } of fields) for (const word of [name, ...(synonyms ?? [])]) used(word);
  for (const list of given.values()) for (const word of new Set(list)) used(word);
  return fields.map((field) => {
    const more = field.expr ? [] : (given.get(field.id) ?? []).filter((word) => uses.get(word) === 1);
    return more.length === 0 ? field : { ...field, synonyms: [...(field.synonyms ?? []), ...more] };
  });
}
const bare = (set: DataSet, words: Words, values: readonly AskValue[] = []): AskSet => ({
  id: set.id,
  name: set.name,
  fields: fieldsOf(set, words),
  values,
});
const textFields = (set: DataSet) =>
  set.model.fields
    .filter(({ hidden, role, type, expr }) => !hidden && role === 'dimension' && type === 'string' && !expr)
    .slice(0, MAX_FIELDS);

/** Values of one field as the caller may see them; a field whose values are not told has none. */
async function valuesOf(ctx: Ctx, set: DataSet, col: string, search?: string): Promise<AskValue[]> {
  try {
    const options = { col, limit: MAX_VALUES, ...(search && { search }) };
    const found = await engine.choices(ctx, set, options, { purpose: 'chart', priority: 'interactive', signal: ctx.signal });
    return found.flatMap(({ value, label }) => (value === null || label === '' ? [] : [{ col, value, label }]));
  } catch (error) {
    ctx.signal.throwIfAborted();
    // masked fields, sources out of order: the question is read without their values
    ctx.app.log.info({ error: String(error), dataSetId: set.id, col }, 'values of a field were not read for a question');
    return [];
  }
}

/** A data set with the values of its fields; of long lists those that words of the question stand in. */
async function withValues(ctx: Ctx, set: DataSet, words: Words, first: AskResult | undefined): Promise<AskSet> {
  const fields = textFields(set);
  const lists = await Promise.all(fields.map(({ id }) => valuesOf(ctx, set, id)));
  const long = fields.filter((_, at) => lists[at]!.length >= MAX_VALUES);
  const unread = (first?.unread ?? []).filter((word) => word.length >= 2).slice(0, MAX_SEARCHES);
  const searched = await Promise.all(long.flatMap(({ id }) => unread.map((word) => valuesOf(ctx, set, id, word))));
  return bare(set, words, [...lists.flat(), ...searched.flat()]);
}

/** The day in the zone that relative dates follow. */
const dayOf = (now: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(now);

function readingOf({ score: _score, ...result }: AskResult, { name, model }: DataSet): AskReading {
  const about = new Set(result.parts.flatMap(({ col, others }) => [...(col === null ? [] : [col]), ...others]));
  const fields = model.fields.filter(({ id }) => about.has(id)).map((field) => ({ id: field.id, name: field.name }));
  return { ...result, dataSetName: name, fields };
}

export const askRoutes = implement(askCalls, {
  async ask(ctx, { body }) {
    const { question } = body;
    const today = dayOf(ctx.now);
    const sets = body.dataSetId ? [await loadSet(ctx, body.dataSetId)] : await visibleSets(ctx, MAX_SETS);
    const words = await elementWords(
      ctx.db,
      'dataset',
      sets.map(({ id }) => id),
    );
    const byNames = askByNames(
      question,
      sets.map((set) => bare(set, words)),
      today,
    );
    const close = body.dataSetId
      ? sets
      : byNames.slice(0, MAX_CLOSE).flatMap(({ dataSetId }) => sets.find(({ id }) => id === dataSetId) ?? []);
    const known = await Promise.all(
      close.map((set) =>
        withValues(
          ctx,
          set,
          words,
          byNames.find(({ dataSetId }) => dataSetId === set.id),
        ),
      ),
    );
    // one that is chosen answers in any case, with what it does not know
    const results = body.dataSetId
      ? known.map((set) => askOne(question, set, today)).filter(({ parts }) => parts.length > 0)
      : askAll(question, known, today).slice(0, MAX_READINGS);
    return {
      readings: results.map((result) =>
        readingOf(
          result,
          close.find(({ id }) => id === result.dataSetId)!,
        ),
      ),
    };
  },
});

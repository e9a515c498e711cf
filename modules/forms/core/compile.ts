import { checkExpr, ExprProblem, exprProgram, parseExpr, type ExprProgram } from '#kit/core/expr/index.ts';
import type { FormRule, FormSchema, RuleEffect, SubformField } from '../contract/schema.ts';
import { exprNames, type ExprName } from './names.ts';
import { isValueField, placed, type Placed } from './walk.ts';

/** Something that a form says wrongly; `fieldId` is the field where it is mended. */
export interface FormFault {
  readonly fieldId: string;
  readonly message: string;
}
/** An expression that is ready to run, and the fields that it looks at. */
export interface Formula {
  readonly program: ExprProgram;
  readonly needs: readonly string[];
}
export interface CompiledRule {
  readonly effect: RuleEffect;
  readonly when: Formula | null;
  readonly value: Formula | null;
  readonly message: string;
}
/** A field with its rules, as records are read with it. */
export interface Node extends Placed {
  readonly rules: readonly CompiledRule[];
}
/** A form whose expressions can run. */
export interface CompiledForm {
  readonly schema: FormSchema;
  readonly today: string;
  /** every field as people read them */
  readonly nodes: ReadonlyMap<string, Node>;
  /** every field after those whose state it needs */
  readonly order: readonly Node[];
  readonly faults: readonly FormFault[];
}

export const EFFECT_NAMES: Readonly<Record<RuleEffect, string>> = {
  visible: '显示',
  required: '必填',
  readonly: '只读',
  compute: '计算',
  check: '校验',
};
const titleOf = ({ field }: Placed): string => field.label || field.id;

class Compiler {
  readonly faults: FormFault[] = [];
  readonly #schema: FormSchema;
  readonly #today: string;
  readonly #names = new Map<string | null, readonly ExprName[]>();

  constructor(schema: FormSchema, today: string) {
    this.#schema = schema;
    this.#today = today;
  }

  #namesFor(sub: SubformField | null): readonly ExprName[] {
    const key = sub?.id ?? null;
    const names = this.#names.get(key) ?? exprNames(this.#schema, sub);
    this.#names.set(key, names);
    return names;
  }

  blame(place: Placed, message: string): null {
    this.faults.push({ fieldId: place.field.id, message: `“${titleOf(place)}”${message}` });
    return null;
  }

  formula(place: Placed, text: string, what: string): Formula | null {
    if (text === '') return this.blame(place, `的${what}：请填写表达式`);
    const names = this.#namesFor(place.sub);
    const { ast, error } = parseExpr(text);
    if (ast === null) return this.blame(place, `的${what}：${error.message}`);
    try {
      const program = exprProgram(ast, names, { today: this.#today });
      const named = new Set(checkExpr(ast, names).fields);
      return { program, needs: names.flatMap(({ id, of }) => (of !== null && named.has(id) ? [of] : [])) };
    } catch (problem) {
      if (problem instanceof ExprProblem) return this.blame(place, `的${what}：${problem.message}`);
      throw problem;
    }
  }

  condition(place: Placed, text: string, what: string): Formula | null {
    const formula = this.formula(place, text, what);
    const type = formula?.program.type;
    return type === undefined || type === 'bool' || type === 'any' ? formula : this.blame(place, `的${what}：条件的结果应为“是”或“否”`);
  }

  rule(place: Placed, { effect, when, value, message = '' }: FormRule): CompiledRule | null {
    const what = `${EFFECT_NAMES[effect]}规则`;
    if (effect !== 'compute') {
      const condition = this.condition(place, when ?? '', what);
      return condition && { effect, when: condition, value: null, message };
    }
    if (!isValueField(place.field)) return this.blame(place, '没有值，不能使用计算规则');
    const [condition, result] = [when ? this.condition(place, when, what) : null, this.formula(place, value ?? '', what)];
    // half a rule would write what it should not
    return result && (!when || condition) ? { effect, when: condition, value: result, message } : null;
  }

  node(place: Placed): Node {
    const { field } = place;
    const own = field.type === 'formula' ? this.formula(place, field.expr, '公式') : null;
    const said = this.#schema.rules.filter(({ target }) => target === field.id).map((rule) => this.rule(place, rule));
    const rules = [own && { effect: 'compute' as const, when: null, value: own, message: '' }, ...said];
    return { ...place, rules: rules.filter((rule) => rule !== null) };
  }
}

/** Fields whose state another needs before its own is known: only what changes values and visibility counts. */
function needsOf({ within, rules }: Node): string[] {
  const named = rules.flatMap(({ effect, when, value }) =>
    effect === 'required' || effect === 'check' ? [] : [...(when?.needs ?? []), ...(value?.needs ?? [])],
  );
  return [...within.map(({ id }) => id), ...named];
}

/** Fields after what they need; `circle` is one that leads back to itself. */
function ordered(nodes: ReadonlyMap<string, Node>): { order: Node[]; circle: Node | null } {
  const order: Node[] = [];
  const state = new Map<string, 'open' | 'done'>();
  let circle: Node | null = null;
  const visit = (node: Node): void => {
    const { id } = node.field;
    if (state.get(id) === 'open') circle ??= node;
    if (state.has(id)) return;
    state.set(id, 'open');
    for (const need of needsOf(node)) {
      const needed = nodes.get(need);
      if (needed) visit(needed);
    }
    state.set(id, 'done');
    order.push(node);
  };
  for (const node of nodes.values()) visit(node);
  return { order, circle };
}

/**
 * Makes the rules and formulas of a form ready to run. A rule that cannot be read has no effect and stands among the faults, so that a form
 * under construction can be tried. `today` is the day of TODAY(), `2026-03-01`.
 */
export function compileForm(schema: FormSchema, { today }: { today: string }): CompiledForm {
  const compiler = new Compiler(schema, today);
  const nodes = new Map(placed(schema.layout).map((place) => [place.field.id, compiler.node(place)]));
  for (const { target, effect } of schema.rules)
    if (!nodes.has(target))
      compiler.faults.push({ fieldId: target, message: `${EFFECT_NAMES[effect]}规则的字段已不存在，请删除或重新选择` });
  const { order, circle } = ordered(nodes);
  if (circle) compiler.blame(circle, '的联动规则或公式互相引用，形成了循环');
  return { schema, today, nodes, order, faults: compiler.faults };
}

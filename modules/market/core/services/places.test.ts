import { describe, expect, it } from 'vitest';
import { HttpService, WebService } from '../../contract/service.ts';
import { answerShape, placesIn, shapeOfValue } from './places.ts';

describe('the form of an answer', () => {
  it('has names and kinds of everything, lists by their first elements, and no value', () => {
    const shape = shapeOfValue({ code: 0, list: [{ id: 7 }, { id: 8, isPaid: true }], note: null, 'a b': { x: 'y' } });
    expect(JSON.stringify(shape)).not.toMatch(/7|8|true,"y"/);
    expect(placesIn(shape)).toEqual(['.code', '.list', '.note', "['a b']", '.list[0].id', '.list[0].isPaid', "['a b'].x"]);
    expect(shape.fields.find(({ name }) => name === 'list')).toMatchObject({ kind: 'object', isList: true });
  });
  it('of a list begins with its first element; deep and wide answers stay bounded', () => {
    expect(placesIn(shapeOfValue([{ a: 1 }]))).toEqual(['[0].a']);
    let deep: unknown = 1;
    for (let i = 0; i < 50; i++) deep = { in: deep };
    expect(placesIn(shapeOfValue(deep)).length).toBeLessThan(10);
    expect(placesIn(shapeOfValue(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, { g: i }])))).length).toBe(200);
    expect(placesIn(shapeOfValue({ "it's": 1 }))).toEqual([]);
  });
  it('follows the part that a service gives on', () => {
    const field = (name: string, over: object = {}) => ({ name, kind: 'text' as const, isList: false, fields: [], ...over });
    const shape = field('answer', { kind: 'object', fields: [field('line', { kind: 'object', isList: true, fields: [field('sku')] })] });
    const soap = (resultPath: string | null) =>
      answerShape({ httpService: null, webService: WebService.parse({ url: null, method: 'm', soap: '<a/>', resultPath, shape }) });
    expect(placesIn(soap(null)!)).toEqual(['.line', '.line[0].sku']);
    expect(placesIn(soap('$.line')!)).toEqual(['[0].sku']);
    expect(placesIn(soap('$.line[0]')!)).toEqual(['.sku']);
    expect(soap('$.line[*].sku')).toMatchObject({ name: 'sku', isList: true });
    expect(soap('$.gone')).toBeNull();
    const found = shapeOfValue({ id: 1 });
    expect(answerShape({ httpService: HttpService.parse({ url: null, resultPath: '$.data', shape: found }), webService: null })).toEqual(
      found,
    );
  });
});

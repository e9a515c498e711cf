import { useCan } from '#kit/web/can.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { RecordFacts, textOf } from '#kit/web/parts/RecordFacts.tsx';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { ATTRIBUTE_CLASSES } from '../../core/attributes.ts';
import { api } from '../api.ts';
import { elementPath } from '../paths.ts';
import { ImpactList } from './ImpactList.tsx';

const TEXTS: Readonly<Record<string, string>> = {
  varchar: '字符',
  char: '定长字符',
  integer: '整数',
  decimal: '小数',
  date: '日期',
  datetime: '日期时间',
  boolean: '布尔',
};

/** An element inside its approval: what is asked of it, its attributes, and the columns that change, as far as the reader sees them. */
export default function ElementRecord({ businessKey, snapshot }: SlotPlaces['flow.detail']) {
  const can = useCan();
  const of = (field: string) => textOf(snapshot[field]);
  const isRetiring = of('action') === '废止';
  const name = of('elementName') ?? '';
  const shown = ATTRIBUTE_CLASSES.flatMap(([, labels]) => Object.entries(labels)).filter(([field]) => of(field) !== null);
  const value = (field: string) => (field === 'isNullable' ? (of(field) === '0' ? '否' : '是') : (TEXTS[of(field) ?? ''] ?? of(field)));
  return (
    <>
      <RecordFacts
        facts={[
          { name: '操作', value: of('action') },
          ...(isRetiring ? [{ name: '废止原因', value: of('retireReason') }] : []),
          {
            name: '数据元',
            value: (
              <NameLink
                name={name}
                code={of('elementCode') ?? undefined}
                to={can(api.standardElement.get) ? elementPath(businessKey) : undefined}
              />
            ),
          },
          ...shown
            .filter(([field]) => field !== 'elementName' && field !== 'elementCode')
            .map(([field, label]) => ({ name: label, value: value(field) })),
        ]}
      />
      {can(api.binding.impact) && <ImpactList id={businessKey} action={isRetiring ? 'retire' : 'publish'} />}
    </>
  );
}

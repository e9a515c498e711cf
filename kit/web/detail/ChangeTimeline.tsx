import { useQuery } from '@tanstack/react-query';
import { DateText } from '../parts/DateText.tsx';
import { use } from 'react';
import { useDict } from '../dict/use-dict.ts';
import { plainText } from '../format.ts';
import { Missing } from '../Tag.tsx';
import { LoaderContext, type Change } from './change-source.ts';

/** Label of a logged field, and the dictionary of its codes. */
export interface ChangedField {
  field: string;
  label: string;
  dict?: string;
  /** resolves an id to a name; undefined shows the id */
  nameOf?: (value: string) => string | undefined;
}

interface TimelineProps {
  changes: readonly Change[];
  entityId: string;
  fields: readonly ChangedField[];
}

/** Who changed what and when, latest first. */
export function ChangeTimeline({ changes, entityId, fields }: TimelineProps) {
  return (
    <ol className="timeline">
      {changes.map((change) => (
        <li key={change.logId}>
          <div>
            {change.userName ?? '系统'} {change.title}
          </div>
          <div className="when">
            <DateText value={change.createTime} />
          </div>
          {change.changes
            .filter((one) => one.id === entityId)
            .flatMap((one) => one.fields)
            // null → empty list is no change to a reader
            .filter(({ before, after }) => plainText(before) !== plainText(after))
            .map(({ field, before, after }) => {
              // a field may be declared by the form and by a column; prefer the one with a dictionary
              const known = fields.find((one) => one.field === field && one.dict) ?? fields.find((one) => one.field === field);
              return (
                <div className="change" key={field}>
                  <span className="muted">{known?.label ?? field}</span>
                  <Difference before={before} after={after} field={known} />
                </div>
              );
            })}
        </li>
      ))}
    </ol>
  );
}

/** Both sides in words; where these are the same, what differs is no part of them. */
function Difference({ before, after, field }: { before: unknown; after: unknown; field: ChangedField | undefined }) {
  const [was, is] = [before, after].map((value) => field?.nameOf?.(plainText(value) ?? ''));
  if (is !== undefined && was === is && plainText(before) !== null && plainText(after) !== null)
    return (
      <span>
        <ins>{is}</ins> <span className="muted">内容有修改</span>
      </span>
    );
  return (
    <span>
      <del>
        <ValueText value={before} field={field} />
      </del>{' '}
      →{' '}
      <ins>
        <ValueText value={after} field={field} />
      </ins>
    </span>
  );
}

/** Stored upload names, which mean nothing to people. */
const FILES = /^[0-9a-f]{32}\.\w{2,5}(,[0-9a-f]{32}\.\w{2,5})*$/;

function ValueText({ value, field }: { value: unknown; field: ChangedField | undefined }) {
  const dict = useDict(field?.dict);
  const text = plainText(value);
  if (text === null) return '空';
  if (FILES.test(text)) return `${text.split(',').length} 个文件`;
  return field?.dict ? dict.label(text) : (field?.nameOf?.(text) ?? text);
}

/** Change history of a row with its own loading state; renders nothing for accounts without permission. */
export function RowTimeline({ entityId, fields }: Omit<TimelineProps, 'changes'>) {
  const load = use(LoaderContext);
  const { data, error } = useQuery({
    queryKey: ['kit.changes', entityId],
    queryFn: () => load?.(entityId) ?? [],
    enabled: load !== null,
  });
  if (!load) return null;
  return (
    <>
      <h3 className="form-section section-line">变更记录</h3>
      {error && <p className="muted">变更记录暂时无法读取：{error.message}</p>}
      {data && data.length > 0 && <ChangeTimeline changes={data} entityId={entityId} fields={fields} />}
      {data?.length === 0 && <Missing />}
    </>
  );
}

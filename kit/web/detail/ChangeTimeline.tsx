import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { dateTime, plainText } from '../format.ts';
import { Missing } from '../Tag.tsx';

/** One write that changed a row, as the operation log keeps it. */
export interface Change {
  logId: string;
  title: string;
  userName: string | null;
  createTime: string;
  changes: readonly { id: string; fields: readonly { field: string; before?: unknown; after?: unknown }[] }[];
}
/** Reads the changes of a row; null = this account may not see them. */
export type ChangeLoader = ((entityId: string) => Promise<readonly Change[]>) | null;

const LoaderContext = createContext<ChangeLoader>(null);
/** Where changes come from; the program gives `GET /system/logs/changes` to those who may call it. */
export const ChangeSource = LoaderContext.Provider;

interface TimelineProps {
  changes: readonly Change[];
  entityId: string;
  /** 岗位名称 for postName */
  labelOf: (field: string) => string;
}

/** Who changed what and when, latest first. */
export function ChangeTimeline({ changes, entityId, labelOf }: TimelineProps) {
  return (
    <ol className="timeline">
      {changes.map((change) => (
        <li key={change.logId}>
          <div>
            {change.userName ?? '系统'} {change.title}
          </div>
          <div className="when">{dateTime(change.createTime)}</div>
          {change.changes
            .filter((one) => one.id === entityId)
            .flatMap((one) => one.fields)
            .map(({ field, before, after }) => (
              <div className="change" key={field}>
                <span className="muted">{labelOf(field)}</span>
                <span>
                  <del>{plainText(before) ?? '空'}</del> → <ins>{plainText(after) ?? '空'}</ins>
                </span>
              </div>
            ))}
        </li>
      ))}
    </ol>
  );
}

/** The timeline of a row with its own loading; nothing at all for accounts that may not see it. */
export function RowTimeline({ entityId, labelOf }: Omit<TimelineProps, 'changes'>) {
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
      {data && data.length > 0 && <ChangeTimeline changes={data} entityId={entityId} labelOf={labelOf} />}
      {data?.length === 0 && <Missing />}
    </>
  );
}

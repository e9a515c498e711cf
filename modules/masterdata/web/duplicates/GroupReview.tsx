import { ExclamationCircleFilled, MergeCellsOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { confirmLoss } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { CandidateDetail } from '../../contract/match.ts';
import { api } from '../api.ts';
import { ReviewTable } from './ReviewTable.tsx';
import { useReview } from './use-review.ts';
import { letterOf, scoreText } from './words.ts';
import { ZoneBar } from './ZoneBar.tsx';

interface Props {
  id: string;
  /** the next group, after this one was decided or passed over */
  onNext: () => void;
  isHere: boolean;
}

/** One group, read when it is opened. */
export function GroupReview({ id, onNext, isHere }: Props) {
  const answer = useCall(api.match.get, { params: { id } });
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" rows={10} />;
  return <Opened key={answer.data.id} group={answer.data} onNext={onNext} isHere={isHere} />;
}

/** Why a person has to look, in one sentence. */
function whyOf({ zone, auto, reasons }: CandidateDetail): string {
  const [worst] = reasons.filter((reason) => reason.score !== null && reason.score < 0.9).sort((a, b) => a.score! - b.score!);
  const because = worst ? `，主要差异：${worst.label}${worst.text}` : '';
  return zone === 'auto' ? `达到自动线 ${scoreText(auto)}，核对后可直接合并${because}` : `低于自动线 ${scoreText(auto)}${because}`;
}
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

function Opened({ group, onNext, isHere }: { group: CandidateDetail; onNext: () => void; isHere: boolean }) {
  const can = useCan();
  const canMerge = can(api.merge.create) && group.state !== 'never';
  const review = useReview(group, onNext);
  const [row, setRow] = useState(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isHere || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const letter = key.length === 1 ? key.toUpperCase().codePointAt(0)! - 65 : -1;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      setRow((old) => Math.min(review.kept.length - 1, Math.max(0, old + (key === 'ArrowDown' ? 1 : -1))));
      event.preventDefault();
    } else if (key.toUpperCase() === 'J' && group.records.length < 10) onNext();
    else if (canMerge && letter >= 0 && group.records[letter]) review.choose(review.kept[row]!.columnName, group.records[letter].id);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <section className="dup-review" aria-label={group.title}>
      <header className="dup-head">
        <div>
          <h2>
            {group.title} <Tag dot={false}>{`${group.modelName} · ${group.records.length} 条`}</Tag>
          </h2>
          <p>
            综合 <b className="num">{scoreText(group.score)}</b>，{whyOf(group)}
          </p>
        </div>
        {group.score !== null && <ZoneBar score={group.score} auto={group.auto} review={group.review} />}
      </header>
      <ReviewTable group={group} review={review} row={row} onRow={setRow} canMerge={canMerge} />
      <footer className="dup-foot">
        <div>
          <p>
            合并后可随时撤销，<b>恢复得与合并前完全一致</b>
          </p>
          <p className="dup-keys">
            {group.records.slice(0, 3).map((record, at) => (
              <kbd key={record.id}>{letterOf(at)}</kbd>
            ))}
            选值 <kbd>↑</kbd>
            <kbd>↓</kbd> 换行 <kbd>J</kbd> 下一组
          </p>
        </div>
        <Acts group={group} review={review} canMerge={canMerge} />
      </footer>
    </section>
  );
}

function Acts({ group, review, canMerge }: { group: CandidateDetail; review: ReturnType<typeof useReview>; canMerge: boolean }) {
  const can = useCan();
  const [missing] = review.open;
  if (group.state === 'never')
    return can(api.match.decide) ? (
      <Button disabled={review.isBusy} onClick={() => review.decide('open')}>
        重新打开
      </Button>
    ) : null;
  const never = () =>
    void confirmLoss('永不合并', `这 ${group.records.length} 条记录不再作为重复提出，可在“不合并”中重新打开。`, () =>
      review.decide('never'),
    );
  return (
    <div className="dup-acts">
      {missing && canMerge && (
        <span className="dup-bad">
          <ExclamationCircleFilled /> 还差 {review.open.length} 项：{missing.label}
        </span>
      )}
      {can(api.match.decide) && (
        <>
          <Button type="text" danger disabled={review.isBusy} onClick={never}>
            永不合并
          </Button>
          {group.records.length > 2 && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: group.records.map((record, at) => ({ key: record.id, label: `拆出 ${letterOf(at)}` })),
                onClick: ({ key }) => review.split(key),
              }}
            >
              <Button disabled={review.isBusy}>拆出一条</Button>
            </Dropdown>
          )}
          <Button disabled={review.isBusy} onClick={() => review.decide(group.state === 'open' ? 'later' : 'open')}>
            {group.state === 'open' ? '稍后' : '放回待审'}
          </Button>
        </>
      )}
      {canMerge && (
        <Button
          type="primary"
          icon={<MergeCellsOutlined />}
          loading={review.isBusy}
          disabled={missing !== undefined}
          onClick={review.merge}
        >
          合并
        </Button>
      )}
    </div>
  );
}

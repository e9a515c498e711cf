import { CheckCircleOutlined, DeleteOutlined, MessageOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Drawer, Input, Segmented, Tag, Tooltip } from 'antd';
import { useState } from 'react';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { confirmDialog } from '#kit/web/dialog.tsx';
import { minute } from '#kit/web/format.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import type { Comment } from '../../contract/comment.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { Shape } from '#modules/charts/core/index.ts';
import { PeopleSelect } from './PeopleSelect.tsx';
import { commentApi } from './social-api.ts';
import './social.css';

interface CommentDrawerProps {
  entity: 'board' | 'screen';
  id: string;
  shape: Shape;
  open: boolean;
  /** tile that new comments are about; null = the whole */
  itemKey?: string | null;
  onClose: () => void;
}

interface WriterProps extends Pick<CommentDrawerProps, 'entity' | 'id'> {
  itemKey?: string | null;
  parentId?: string | null;
  label: string;
  onDone?: () => void;
}

/** Writes a comment or an answer; people who see the document may be mentioned. */
function Writer({ entity, id, itemKey, parentId, label, onDone }: WriterProps) {
  const [content, setContent] = useState('');
  const [mentionIds, setMentions] = useState<string[]>([]);
  const create = useWrite(commentApi.create, {
    overlay: false,
    onSuccess: () => {
      setContent('');
      setMentions([]);
      onDone?.();
    },
  });
  const isBlank = content.trim() === '';
  return (
    <div className="comment-writer">
      <Input.TextArea
        value={content}
        onChange={(event) => setContent(event.target.value)}
        maxLength={1000}
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder={label}
        aria-label={label}
      />
      <div className="comment-writer-foot">
        <PeopleSelect entity={entity} id={id} value={mentionIds} onChange={setMentions} placeholder="@ 提醒谁看" aria-label="提醒谁看" />
        <Button
          type="primary"
          disabled={isBlank}
          loading={create.isPending}
          onClick={() => create.mutate({ body: { entityType: entity, entityId: id, itemKey, parentId, content, mentionIds } })}
        >
          发布
        </Button>
      </div>
    </div>
  );
}

function Words({ comment }: { comment: Comment }) {
  const remove = useWrite(commentApi.remove, { overlay: false });
  const ask = async () => {
    if (await confirmDialog({ content: '删除该批注及其回复？', okText: '删除', danger: true }))
      remove.mutate({ params: { id: comment.id } });
  };
  return (
    <>
      <div className="comment-head">
        <b>
          <PersonText bare name={comment.createName ?? '已删除的账号'} />
        </b>
        <span>{minute(comment.createTime)}</span>
        {comment.canRemove && (
          <Tooltip title="删除">
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label="删除批注"
              loading={remove.isPending}
              onClick={() => void ask()}
            />
          </Tooltip>
        )}
      </div>
      <p className="comment-text">{comment.content}</p>
      {comment.mentions.length > 0 && <p className="comment-to">已提醒 {comment.mentions.map(({ name }) => name).join('、')}</p>}
    </>
  );
}

function Thread({ comment, answers, tile, of }: { comment: Comment; answers: readonly Comment[]; tile: string | null; of: WriterProps }) {
  const [isAnswering, setAnswering] = useState(false);
  const resolve = useWrite(commentApi.resolve, { overlay: false });
  const isDone = comment.isResolved === '1';
  return (
    <li className={isDone ? 'comment comment-done' : 'comment'}>
      {(tile ?? isDone) && (
        <div className="comment-tags">
          {tile && <Tag>{tile}</Tag>}
          {isDone && <Tag color="success">已处理</Tag>}
        </div>
      )}
      <Words comment={comment} />
      {answers.length > 0 && (
        <ul className="comment-answers">
          {answers.map((answer) => (
            <li key={answer.id}>
              <Words comment={answer} />
            </li>
          ))}
        </ul>
      )}
      <div className="comment-tools">
        <Button type="link" size="small" icon={<MessageOutlined />} onClick={() => setAnswering(!isAnswering)}>
          回复
        </Button>
        <Button
          type="link"
          size="small"
          icon={isDone ? <UndoOutlined /> : <CheckCircleOutlined />}
          loading={resolve.isPending}
          onClick={() => resolve.mutate({ params: { id: comment.id }, body: { isResolved: isDone ? '0' : '1' } })}
        >
          {isDone ? '重新打开' : '标记为已处理'}
        </Button>
      </div>
      {isAnswering && <Writer {...of} parentId={comment.id} label="写回复" onDone={() => setAnswering(false)} />}
    </li>
  );
}

type Which = 'open' | 'done' | 'all';

/** Comments on a published document, by tile or as a whole, with answers. */
export function CommentDrawer({ entity, id, shape, open, itemKey = null, onClose }: CommentDrawerProps) {
  const [which, setWhich] = useState<Which>('open');
  const list = useCall(commentApi.list, { query: { entityType: entity, entityId: id } }, { enabled: open });
  const all = list.data ?? [];
  const shown = all.filter(
    (one) =>
      one.parentId === null &&
      (itemKey === null || one.itemKey === itemKey) &&
      (which === 'all' || (one.isResolved === '1') === (which === 'done')),
  );
  const nameOf = (key: string | null): string | null => (key === null ? null : (shape.tiles.get(key)?.name ?? '已移除的组件'));
  const tile = nameOf(itemKey);
  const of = { entity, id, label: tile ? `对“${tile}”写批注` : '写批注' };
  return (
    <Drawer open={open} onClose={onClose} size={420} title={tile ? `批注 · ${tile}` : '批注'} destroyOnHidden>
      <Writer {...of} itemKey={itemKey} />
      <Segmented<Which>
        aria-label="批注范围"
        className="comment-which"
        value={which}
        onChange={setWhich}
        options={[
          { value: 'open', label: '未处理' },
          { value: 'done', label: '已处理' },
          { value: 'all', label: '全部' },
        ]}
      />
      {list.isPending && <p className="social-note">正在加载…</p>}
      {list.error && (
        <p className="social-note" role="alert">
          {list.error.message}
          <Button type="link" size="small" onClick={() => void list.refetch()}>
            重试
          </Button>
        </p>
      )}
      {list.data && shown.length === 0 && <StateView kind="empty" inline what="还没有批注" />}
      <ul className="comments">
        {shown.map((comment) => (
          <Thread
            key={comment.id}
            comment={comment}
            answers={all.filter((one) => one.parentId === comment.id).toReversed()}
            tile={itemKey === null ? nameOf(comment.itemKey) : null}
            of={of}
          />
        ))}
      </ul>
    </Drawer>
  );
}

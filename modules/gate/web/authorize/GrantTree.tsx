import { DownOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Skeleton, Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { FailedRows } from '#kit/web/table/ListFaces.tsx';
import { useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { ACTION_LABELS, GRANT_ACTIONS, type GrantObject, type SubjectType } from '../../contract/authorize.ts';
import { api } from '../api.ts';
import { LevelTag } from '../classify/level-tag.tsx';
import { isPlain, useGrants, type GrantRow } from './use-grants.ts';

type Action = (typeof GRANT_ACTIONS)[number];
const USUAL: readonly Action[] = ['meta', 'preview', 'query'];
const keyOf = (type: string, id: string) => `${type}:${id}`;

/** Sources, schemas, tables and columns to tick for one subject; changes are saved together. */
export function GrantTree({ subject }: { subject: { type: SubjectType; id: string } | null }) {
  const can = useCan();
  const mayEdit = can(api.authorize.saveSubject);
  const grants = useGrants(subject);
  const roots = useCall(api.authorize.objects, { query: {} }, { enabled: subject !== null });
  const [below, setBelow] = useState<ReadonlyMap<string, readonly GrantObject[]>>(new Map());
  /** unsaved: the actions that an object shall have, null = none */
  const [changes, setChanges] = useState<ReadonlyMap<string, readonly Action[] | null>>(new Map());
  const save = useWrite(api.authorize.saveSubject, { refreshes: [api.authorize.page, api.authorize.subjects] });
  useUnsaved(changes.size > 0);

  const plain = useMemo(
    () => new Map((grants.data ?? []).filter(isPlain).map((grant) => [keyOf(grant.objectType, grant.objectId), grant])),
    [grants.data],
  );
  const limited = useMemo(() => {
    const byKey = new Map<string, GrantRow[]>();
    for (const grant of grants.data ?? [])
      if (!isPlain(grant))
        byKey.set(keyOf(grant.objectType, grant.objectId), [...(byKey.get(keyOf(grant.objectType, grant.objectId)) ?? []), grant]);
    return byKey;
  }, [grants.data]);

  if (subject === null)
    return (
      <div className="grant-empty">
        <div className="blank">请在左侧选择角色、部门或用户，再勾选可以使用的数据。</div>
      </div>
    );
  const failure = grants.error ?? roots.error;
  if (failure)
    return (
      <div className="grant-empty">
        <FailedRows
          error={failure}
          onRetry={() => {
            void grants.refetch();
            void roots.refetch();
          }}
        />
      </div>
    );
  if (!grants.data || !roots.data)
    return (
      <div className="grant-tree">
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    );

  const actionsOf = (key: string): readonly Action[] | null =>
    changes.has(key) ? changes.get(key)! : ((plain.get(key)?.actions as readonly Action[] | undefined) ?? null);
  const set = (key: string, actions: readonly Action[] | null) => {
    const next = new Map(changes);
    const stored = (plain.get(key)?.actions as readonly Action[] | undefined) ?? null;
    if ((actions === null && stored === null) || (actions && stored && [...actions].sort().join() === [...stored].sort().join()))
      next.delete(key);
    else next.set(key, actions);
    setChanges(next);
  };
  const load = async (node: GrantNode) => {
    const children = await api.authorize.objects({ query: { parentType: node.object.type, parentId: node.object.id } }, { overlay: false });
    setBelow((old) => new Map(old).set(String(node.key), children));
  };
  const nodesOf = (objects: readonly GrantObject[], inherited: boolean): GrantNode[] =>
    objects.map((object) => {
      const key = keyOf(object.type, object.id);
      const actions = actionsOf(key);
      const children = below.get(key);
      return {
        key,
        object,
        isLeaf: object.type === 'column' || object.children === 0,
        disableCheckbox: !mayEdit,
        title: (
          <NodeTitle
            object={object}
            actions={actions}
            isInherited={inherited}
            isChanged={changes.has(key)}
            limited={limited.get(key) ?? []}
            onChange={mayEdit ? (next) => set(key, next) : undefined}
          />
        ),
        ...(children && { children: nodesOf(children, inherited || actions !== null) }),
      };
    });
  const checked = [...new Set([...plain.keys(), ...changes.keys()])].filter((key) => actionsOf(key) !== null);
  const submit = async () => {
    const grant = [...changes].flatMap(([key, actions]) => (actions === null ? [] : [{ ...split(key), actions: [...actions] }]));
    const revoke = [...changes].flatMap(([key, actions]) => (actions === null ? [split(key).objectId] : []));
    const reply = await save.mutateAsync({ body: { subjectType: subject.type, subjectId: subject.id, grant, revoke } });
    await grants.refetch();
    setChanges(new Map());
    toast.success(`已保存：新增${reply.added}项，修改${reply.changed}项，撤销${reply.removed}项，立即生效`);
  };
  return (
    <div className="grant-tree">
      {roots.data.length === 0 ? (
        <div className="blank">没有可以授权的数据源。</div>
      ) : (
        <Tree<GrantNode>
          blockNode
          checkable
          checkStrictly
          selectable={false}
          treeData={nodesOf(roots.data, false)}
          loadData={load}
          loadedKeys={[...below.keys()]}
          checkedKeys={checked}
          onCheck={(_keys, { node, checked: isOn }) => set(String(node.key), isOn ? USUAL : null)}
          switcherIcon={<DownOutlined />}
        />
      )}
      {changes.size > 0 && (
        <footer className="grant-foot">
          <span>{changes.size}项更改未保存</span>
          <Button onClick={() => setChanges(new Map())}>放弃</Button>
          <Button type="primary" loading={save.isPending} onClick={() => void submit()}>
            保存
          </Button>
        </footer>
      )}
    </div>
  );
}

interface GrantNode extends TreeDataNode {
  object: GrantObject;
  children?: GrantNode[];
}
const split = (key: string) => {
  const at = key.indexOf(':');
  return { objectType: key.slice(0, at) as GrantObject['type'], objectId: key.slice(at + 1) };
};

interface NodeTitleProps {
  object: GrantObject;
  actions: readonly Action[] | null;
  isInherited: boolean;
  isChanged: boolean;
  limited: readonly GrantRow[];
  onChange?: (actions: readonly Action[]) => void;
}

function NodeTitle({ object, actions, isInherited, isChanged, limited, onChange }: NodeTitleProps) {
  const can = useCan();
  const mayUnmask = can.perm('metadata:dataauthorize:unmask');
  const shown = actions?.filter((action) => action !== 'meta') ?? [];
  const choices = GRANT_ACTIONS.filter((action) => action !== 'meta').map((value) => ({
    value,
    label: ACTION_LABELS[value],
    disabled: value === 'unmask' && !mayUnmask && !actions?.includes('unmask'),
  }));
  return (
    <span className="grant-node">
      <span className={object.type === 'database' ? 'name' : 'name mono'}>{object.name}</span>
      {object.comment && <small>{object.comment}</small>}
      {object.level && <LevelTag level={object.level} />}
      <span className="grant-marks" onClick={(event) => event.stopPropagation()}>
        {limited.map((grant) => (
          <Tag key={grant.id} tone="warn">
            {grant.state === 'active' ? '有条件授权' : grant.state === 'expired' ? '授权已到期' : '授权未生效'}
          </Tag>
        ))}
        {actions === null && isInherited && <span className="muted">随上级</span>}
        {actions !== null &&
          (onChange ? (
            <Popover
              trigger="click"
              placement="bottomRight"
              content={
                <Checkbox.Group
                  className="grant-actions"
                  options={choices}
                  value={shown}
                  onChange={(next) => onChange(GRANT_ACTIONS.filter((action) => action === 'meta' || next.includes(action)))}
                />
              }
            >
              <button type="button" className={isChanged ? 'grant-choice changed' : 'grant-choice'}>
                {shown.length > 0 ? shown.map((action) => ACTION_LABELS[action]).join('、') : '仅元数据'}
              </button>
            </Popover>
          ) : (
            <span className="muted">{shown.length > 0 ? shown.map((action) => ACTION_LABELS[action]).join('、') : '仅元数据'}</span>
          ))}
      </span>
    </span>
  );
}

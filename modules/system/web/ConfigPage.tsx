import { useDeferredValue } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { useRemove } from '#kit/web/entity-page/use-remove.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { DeleteDialog } from '#kit/web/table/DeleteDialog.tsx';
import { EmptyList, StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { configFields, configOptions } from './config/config-fields.tsx';
import { SettingRow } from './config/SettingRow.tsx';
import { useSettingActions } from './config/use-setting-actions.ts';
import { fits, grouped, type ConfigRow } from './config/value-text.ts';
import './config/config.css';

const idOf = (group: string) => `setting-group-${group}`;

/** 参数管理: settings of the platform by subject, with current value and allowed range. */
export default function ConfigPage() {
  const list = useEntityPage(api.config, configOptions);
  const rules = useCall(api.config.rules);
  const can = useCan();
  const removal = useRemove(list);
  const { actionsOf, turn, busyId } = useSettingActions(list);
  const { search } = useOwnSearch();
  const changeAddress = useChangeAddress();
  const word = search.get('word') ?? '';
  const words = useDeferredValue(word).toLowerCase().split(/\s+/).filter(Boolean);
  const rows = (list.rows ?? []).filter((row) => fits(row, words));
  const order = [...new Set((rules.data ?? []).map((rule) => rule.groupName))];
  const groups = grouped(rows, order);
  const clear = () => changeAddress({ word: null }, { replace: true });
  return (
    <div className="panel settings">
      <ListActions<ConfigRow> list={list} />
      <nav className="settings-groups" aria-label="参数分组">
        <SearchInput
          label="搜索参数"
          placeholder="搜索名称、键名、说明"
          value={word}
          onChange={(text) => changeAddress({ word: text }, { replace: true })}
        />
        <ul>
          {groups.map(([group, items]) => (
            <li key={group}>
              <button type="button" onClick={() => document.getElementById(idOf(group))?.scrollIntoView({ block: 'start' })}>
                {group}
                <span className="num">{items.length}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className="settings-list" aria-busy={list.fetching}>
        {list.error && <StateView kind="error" error={list.error} onRetry={() => void list.refresh()} />}
        {list.loading && <StateView kind="loading" />}
        {!list.loading && !list.error && groups.length === 0 && <EmptyList isFiltered={word !== ''} noun="参数" onClear={clear} />}
        {groups.map(([group, items]) => (
          <section key={group} id={idOf(group)} aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {items.map((row) => (
                <SettingRow
                  key={row.id}
                  row={row}
                  actions={actionsOf(row).filter((action) => !action.call || can(action.call))}
                  busy={busyId === row.id}
                  onSwitch={(on) => turn(row, on)}
                />
              ))}
            </ul>
          </section>
        ))}
        {list.rows && list.total > list.rows.length && (
          <p className="muted">
            共 {list.total} 项参数，这里按键名显示前 {list.rows.length} 项。
          </p>
        )}
      </div>
      <EntityForm
        api={api.config}
        label="参数"
        fields={configFields}
        opened={list.state.opened}
        onClose={() => list.open(null)}
        initial={{ configType: 'text' }}
      />
      <DetailDrawer<ConfigRow> list={list} form={configFields} />
      {list.removing && (
        <DeleteDialog
          label="参数"
          names={list.removing.map(list.nameOf)}
          busy={removal.isPending}
          onOk={() => removal.mutate(list.removing ?? [])}
          onCancel={() => list.askRemove(null)}
        />
      )}
    </div>
  );
}

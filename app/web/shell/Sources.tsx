import type { ReactNode } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { ChangeSource, type ChangeLoader } from '#kit/web/detail/change-source.ts';
import { DictSource, type DictLoader } from '#kit/web/dict/use-dict.ts';
import { PreferenceProvider, type PreferenceStore } from '#kit/web/preferences/use-preference.ts';
import { api } from './api.ts';

const preferences: PreferenceStore = {
  read: async (key) => (await api.profile.preference({ params: { key } }, { quiet: true })).value,
  write: (key, value) => api.profile.savePreference({ params: { key }, body: { value: value as never } }, { quiet: true, overlay: false }),
};
const loadDict: DictLoader = (code) => api.dict.code({ params: { code } }, { quiet: true });
const loadChanges: ChangeLoader = (entityId) => api.operLog.changes({ query: { entityId } }, { quiet: true });

/** Where the pages of a signed-in person find preferences, dictionaries and changes. */
export function Sources({ children }: { children: ReactNode }) {
  const can = useCan();
  return (
    <PreferenceProvider value={preferences}>
      <DictSource value={loadDict}>
        <ChangeSource value={can(api.operLog.changes) ? loadChanges : null}>{children}</ChangeSource>
      </DictSource>
    </PreferenceProvider>
  );
}

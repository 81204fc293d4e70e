import type { AdminSetting } from '@awan/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { useAdmin } from '../use-admin.ts'
import { meaningOf, unsetWordsOf } from './setting-words.ts'

/** What the server runs with. It is changed where the server is started, not here. */
export function SettingsScreen() {
  const t = useTexts()
  const admin = useAdmin()
  const sub = useSub()
  const [onlySet, setOnlySet] = useState(false)
  const query = useQuery({
    queryKey: ['admin', sub, 'settings'],
    queryFn: () => admin.settings(),
  })
  return (
    <AdminPage title={t('admin.nav.settings')} intro={t('admin.settings.intro')}>
      <Checkbox
        label={t('admin.settings.onlySet')}
        checked={onlySet}
        onChange={(event) => setOnlySet(event.target.checked)}
      />
      <div className="mt-3">
        <Loaded query={query} rows={8}>
          {({ settings }) => (
            <ul className="divide-y divide-line border-y border-line">
              {settings
                .filter((setting) => setting.is_set || (!onlySet && !isOfProvider(setting)))
                .map((setting) => (
                  <SettingItem key={setting.name} setting={setting} />
                ))}
            </ul>
          )}
        </Loaded>
      </div>
    </AdminPage>
  )
}

/** They are many and alike, and have a room of their own. */
function isOfProvider({ name }: AdminSetting): boolean {
  return name.startsWith('AWAN_PROVIDER_')
}

function SettingItem({ setting }: { setting: AdminSetting }) {
  const t = useTexts()
  const { name, is_set, is_secret, value } = setting
  const { key, provider } = meaningOf(name)
  const meaning = t(key, { provider })
  // A setting that is newer than this page has no text here: it is told in the words of the server.
  const isKnown = meaning !== key
  return (
    <li className="py-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 font-medium break-all">{name}</h2>
        {is_set ? <Badge tone="good">{t('admin.set')}</Badge> : null}
      </div>
      <p className="mt-1 break-words">
        {is_set ? is_secret ? t('admin.settings.secret') : value : <Unset setting={setting} />}
      </p>
      <p
        lang={isKnown ? undefined : 'en'}
        className="mt-1 max-w-prose text-sm break-words text-muted"
      >
        {isKnown ? meaning : setting.meaning}
      </p>
    </li>
  )
}

function Unset({ setting }: { setting: AdminSetting }) {
  const t = useTexts()
  const words = unsetWordsOf(setting.name)
  const value = words ? t(words) : setting.default
  return value === 'none' ? t('admin.notSet') : t('admin.settings.default', { value })
}

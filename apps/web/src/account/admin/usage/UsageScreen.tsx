import type { AdminUsage } from '@awan/client/admin'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../../i18n/format.ts'
import { useLanguage, useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar, roomTone } from '../../../ui/ProgressBar.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { MoreButton } from '../../rooms/MoreButton.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Empty } from '../Empty.tsx'
import { Moment } from '../Moment.tsx'
import { QuotaDialog } from './QuotaDialog.tsx'
import { type UsageOrder, useUsage } from './use-usage.ts'

/** How much everybody stores, and how much they may. */
export function UsageScreen() {
  const t = useTexts()
  const { tag } = useLanguage()
  const { usage, found, total, order, setOrder, typed, setTyped } = useUsage()
  const [changing, setChanging] = useState<AdminUsage>()
  return (
    <AdminPage
      title={t('admin.nav.storage')}
      {...(total && {
        intro: t('usage.total', {
          size: formatBytes(total.used_bytes, tag),
          count: total.people,
        }),
      })}
    >
      <div className="mb-4 grid gap-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
        <TextField
          type="search"
          label={t('admin.people.search')}
          placeholder={t('admin.people.search.hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={t('usage.order')}
          value={order}
          onChange={(event) => setOrder(event.target.value as UsageOrder)}
          choices={[
            { value: 'used', label: t('usage.order.used') },
            { value: 'name', label: t('usage.order.name') },
            { value: 'active', label: t('usage.order.active') },
          ]}
        />
      </div>
      <Loaded query={{ ...usage, data: found }} rows={6}>
        {(list) => (
          <>
            <p role="status" className="sr-only">
              {usage.isFetching ? '' : t('admin.people.found', { count: list.length })}
            </p>
            {list.length === 0 ? (
              <Empty icon={Search} title={t('admin.people.none')} />
            ) : (
              <ul className="divide-y divide-line border-y border-line">
                {list.map((person) => (
                  <UsageRow key={person.sub} person={person} onChange={() => setChanging(person)} />
                ))}
              </ul>
            )}
            <MoreButton query={usage} />
          </>
        )}
      </Loaded>
      {changing ? <QuotaDialog person={changing} onClose={() => setChanging(undefined)} /> : null}
    </AdminPage>
  )
}

function UsageRow({ person, onChange }: { person: AdminUsage; onChange: () => void }) {
  const t = useTexts()
  const { tag } = useLanguage()
  const { sub, name, email, picture, used_bytes, quota_bytes, files, last_active_at } = person
  const used = formatBytes(used_bytes, tag)
  const fraction = quota_bytes ? used_bytes / quota_bytes : 1
  const words =
    quota_bytes === undefined
      ? t('usage.unlimited', { used })
      : t('usage.of', { used, quota: formatBytes(quota_bytes, tag) })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 py-3.5">
      <Avatar name={name} picture={picture} />
      <div className="min-w-0 flex-[1_1_11rem]">
        <Link
          to="/admin/people/$sub"
          params={{ sub }}
          className="block truncate rounded-sm font-medium hover:underline"
        >
          {name}
        </Link>
        <p className="truncate text-sm text-muted">{email}</p>
      </div>
      <div className="flex min-w-0 flex-[2_1_14rem] flex-col gap-1.5">
        <p className="text-sm tabular-nums">{words}</p>
        {quota_bytes === undefined ? null : (
          <ProgressBar
            fraction={fraction}
            tone={roomTone(fraction)}
            label={t('usage.bar', { name })}
            valueText={words}
          />
        )}
        <p className="text-sm text-muted tabular-nums">
          {t('usage.files', { count: files })}
          {' · '}
          {last_active_at === undefined ? t('usage.away') : <Moment at={last_active_at} />}
        </p>
      </div>
      <Button
        look="quiet"
        size="small"
        aria-label={t('usage.change.of', { name })}
        onClick={onChange}
      >
        {t('usage.change')}
      </Button>
    </li>
  )
}

import type { AdminLink } from '@awan/client/admin'
import { Link } from '@tanstack/react-router'
import { Link2, Search } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '../../../i18n/format.ts'
import { useLanguage, useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { MoreButton } from '../../rooms/MoreButton.tsx'
import { type Act, ActDialog } from '../ActDialog.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Empty } from '../Empty.tsx'
import { Moment } from '../Moment.tsx'
import { useAdmin } from '../use-admin.ts'
import { PolicySection } from './PolicySection.tsx'
import { type Lacking, useServerLinks } from './use-server-links.ts'

/** The rules for links, and all links of the server: whose they are, but not what they open. */
export function LinksScreen() {
  const t = useTexts()
  return (
    <AdminPage title={t('adminLinks.title')} intro={t('adminLinks.intro')}>
      <PolicySection />
      <Section title={t('adminLinks.all')}>
        <AllLinks />
      </Section>
    </AdminPage>
  )
}

function AllLinks() {
  const t = useTexts()
  const { links, found, lacking, setLacking, typed, setTyped } = useServerLinks()
  const [act, setAct] = useState<Act>()
  const { links: calls } = useAdmin()

  function askToRevoke(link: AdminLink, name: string) {
    setAct({
      title: t('adminLinks.revoke.title'),
      text: t('adminLinks.revoke.text', { name }),
      confirm: t('adminLinks.revoke'),
      isDanger: true,
      run: ({ sudo_token }) => calls.revoke(link, { sudo_token }),
      done: t('adminLinks.revoked'),
    })
  }

  return (
    <div className="py-4">
      <div className="mb-4 grid gap-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
        <TextField
          type="search"
          label={t('adminLinks.search')}
          placeholder={t('adminLinks.search.hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={2048}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={t('adminLinks.show')}
          value={lacking}
          onChange={(event) => setLacking(event.target.value as Lacking)}
          choices={[
            { value: 'nothing', label: t('adminLinks.show.all') },
            { value: 'password', label: t('adminLinks.show.password') },
            { value: 'end', label: t('adminLinks.show.end') },
          ]}
        />
      </div>
      <Loaded query={{ ...links, data: found }} rows={4}>
        {(list) => (
          <>
            <p role="status" className="sr-only">
              {links.isFetching ? '' : t('adminLinks.found', { count: list.length })}
            </p>
            {list.length === 0 ? (
              <Empty
                icon={typed || lacking !== 'nothing' ? Search : Link2}
                title={t(typed || lacking !== 'nothing' ? 'adminLinks.nothing' : 'adminLinks.none')}
              />
            ) : (
              <ul className="divide-y divide-line border-y border-line">
                {list.map((link) => (
                  <LinkRow key={link.id} link={link} onRevoke={askToRevoke} />
                ))}
              </ul>
            )}
            <MoreButton query={links} />
          </>
        )}
      </Loaded>
      {act ? <ActDialog act={act} onClose={() => setAct(undefined)} /> : null}
    </div>
  )
}

function LinkRow({
  link,
  onRevoke,
}: {
  link: AdminLink
  onRevoke: (link: AdminLink, name: string) => void
}) {
  const t = useTexts()
  const { tag } = useLanguage()
  const { created_by, owner, label, access, has_password, expires_at, download_limit } = link
  const maker = created_by.name ?? created_by.sub
  const ofWhom = owner.name ?? owner.sub
  const facts = [
    t(`share.role.${access}`),
    t(has_password ? 'adminLinks.hasPassword' : 'adminLinks.noPassword'),
    expires_at === undefined
      ? t('adminLinks.noEnd')
      : t('adminLinks.until', { date: formatMoment(new Date(expires_at), tag) }),
    download_limit === undefined
      ? t('adminLinks.downloads', { count: link.downloads })
      : t('adminLinks.downloadsOf', { count: link.downloads, limit: download_limit }),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="min-w-0 break-words">
          <Link
            to="/admin/people/$sub"
            params={{ sub: created_by.sub }}
            className="rounded-sm font-medium hover:underline"
          >
            {maker}
          </Link>
          {label === undefined ? null : <span className="text-muted"> · {label}</span>}
        </p>
        <p className="text-sm text-muted tabular-nums">{facts.join(' · ')}</p>
        <p className="text-sm text-muted">
          <Moment at={link.created_time} />
          {owner.sub === created_by.sub
            ? null
            : ` · ${t('adminLinks.inDriveOf', { name: ofWhom })}`}
        </p>
      </div>
      <Button
        look="quiet"
        size="small"
        aria-label={t('adminLinks.revoke.of', { name: maker })}
        onClick={() => onRevoke(link, maker)}
      >
        {t('adminLinks.revoke')}
      </Button>
    </li>
  )
}

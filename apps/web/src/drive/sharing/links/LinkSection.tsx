import type { Links } from '@awan/client/links'
import type { File, Link, LinkPolicy } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { Link2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { useShareProblem } from '../share-problem.ts'
import { useRefreshAccess } from '../share-queries.ts'
import { copyText } from './copy-text.ts'
import { LinkCard } from './LinkCard.tsx'
import { newPassword } from './new-password.ts'

/** The links on a file or folder. One press makes a link for viewing and copies its address. */
export function LinkSection({
  file,
  links,
  shown,
  policy: { enabled, needs_password, max_days },
  canAskEmail,
}: {
  file: File
  links: Links
  shown: readonly Link[]
  /** What administrators allow. */
  policy: LinkPolicy
  /** Whether the server sends mail. */
  canAskEmail: boolean
}) {
  const t = useTexts()
  const announce = useAnnounce()
  const refresh = useRefreshAccess()
  const problemOf = useShareProblem()
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  /** The one that was just made, and what became of its address. */
  const [made, setMade] = useState<{ id: string; news: string }>()

  async function create() {
    setBusy(true)
    setProblem(undefined)
    try {
      const password = needs_password ? newPassword() : undefined
      const link = await links.create(file.id, { role: 'viewer', password })
      const isCopied = link.url !== undefined && (await copyText(link.url))
      const copied = t(isCopied ? 'share.link.copied' : 'share.link.notCopied')
      const news =
        password === undefined ? copied : `${copied}. ${t('share.link.withPassword', { password })}`
      await refresh()
      setMade({ id: link.id, news })
      announce(news)
    } catch (error) {
      const isFull = isServiceError(error, 'resource_exhausted')
      setProblem(isFull ? t('share.link.limit') : problemOf(error))
    }
    setBusy(false)
  }

  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="text-sm font-semibold">
          {t('share.links')}
        </h3>
        {enabled ? (
          <Button look="quiet" size="small" busy={isBusy} onClick={() => void create()}>
            <Link2 aria-hidden="true" className="size-4" strokeWidth={1.75} />
            {t(shown.length === 0 ? 'share.links.create' : 'share.links.another')}
          </Button>
        ) : null}
      </div>
      <Problem>{problem}</Problem>
      {enabled ? null : <p className="mt-1 text-muted">{t('share.links.off')}</p>}
      {enabled && shown.length === 0 ? (
        <p className="mt-1 text-muted">{t('share.links.none')}</p>
      ) : null}
      {enabled && max_days !== undefined ? (
        <p className="mt-1 text-sm text-muted">{t('share.links.days', { count: max_days })}</p>
      ) : null}
      <ul className="mt-2 flex flex-col gap-3 empty:hidden">
        {shown.map((link) => (
          <LinkCard
            key={link.id}
            file={file}
            links={links}
            link={link}
            canAskEmail={canAskEmail}
            news={made?.id === link.id ? made.news : undefined}
          />
        ))}
      </ul>
    </section>
  )
}

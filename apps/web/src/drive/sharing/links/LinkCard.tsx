import type { Links } from '@awan/client/links'
import type { File, Link } from '@awan/protocol/drive'
import { Check, Copy, ExternalLink, QrCode as QrCodeIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Disclosure } from '../Disclosure.tsx'
import { useShareProblem } from '../share-problem.ts'
import { useRefreshAccess } from '../share-queries.ts'
import { copyText } from './copy-text.ts'
import { LinkSettings } from './LinkSettings.tsx'
import { factsOf } from './link-facts.ts'
import { Received } from './Received.tsx'

const QrCode = lazy(async () => ({ default: (await import('../../../ui/QrCode.tsx')).QrCode }))

/** One link: its address, what can be done with it, and its settings folded away. */
export function LinkCard({
  file,
  links,
  link,
  canAskEmail,
  news,
}: {
  file: File
  links: Links
  link: Link
  /** Whether the server sends mail. */
  canAskEmail: boolean
  /** What has just happened to it. */
  news: string | undefined
}) {
  const { t, tag } = useLanguage()
  const announce = useAnnounce()
  const refresh = useRefreshAccess()
  const problemOf = useShareProblem()
  const [own, setOwn] = useState<string>()
  const [isCopied, setCopied] = useState(false)
  const [hasQr, setQr] = useState(false)
  const [isSettingsOpen, setSettingsOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { id, url, role } = link
  const told = own ?? news
  const title = link.label ?? t('share.access.link')

  async function copy(address: string) {
    const isDone = await copyText(address)
    setCopied(isDone)
    tell(t(isDone ? 'share.link.copied' : 'share.link.notCopied'))
  }

  function tell(text: string) {
    setOwn(text)
    announce(text)
  }

  async function revoke() {
    setBusy(true)
    try {
      await links.revoke(id)
      announce(t('share.link.revoked'))
      await refresh()
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }

  return (
    <li className="rounded-md border border-line p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
          <p className="text-sm text-muted tabular-nums">
            {factsOf(link, new Date(), { t, tag }).join(' · ')}
          </p>
          {link.note === undefined ? null : (
            <p className="text-sm text-muted [overflow-wrap:anywhere]">{link.note}</p>
          )}
        </div>
        <Button
          look="plain"
          size="small"
          className="-me-1 -mt-1 text-danger! hover:bg-danger-soft!"
          onClick={() => setAsking(true)}
        >
          {t('share.link.revoke')}
        </Button>
      </div>
      {url === undefined ? (
        <p className="mt-2 text-sm text-danger">{t('share.link.unreadable')}</p>
      ) : (
        <>
          <div className="mt-2 flex flex-wrap items-center gap-1">
            <input
              readOnly
              aria-label={t('share.link.address')}
              value={url}
              onFocus={({ target }) => target.select()}
              className="h-9 min-w-32 flex-1 rounded-sm bg-sunken px-3 text-sm text-text pointer-coarse:h-11"
            />
            <IconButton
              icon={isCopied ? Check : Copy}
              label={t('share.link.copy')}
              onClick={() => void copy(url)}
            />
            <IconButton
              icon={QrCodeIcon}
              label={t('share.link.qr')}
              aria-expanded={hasQr}
              onClick={() => setQr(!hasQr)}
            />
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label={t('share.link.open')}
              title={t('share.link.open')}
              className="inline-grid size-9 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
            >
              <ExternalLink aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </a>
          </div>
          {told === undefined ? null : <p className="mt-1 text-sm text-accent-ink">{told}</p>}
          {hasQr ? (
            <div className="mx-auto my-3 aspect-square w-48">
              <Suspense fallback={<Skeleton className="size-full" />}>
                <QrCode text={url} label={t('share.link.qr.label')} />
              </Suspense>
            </div>
          ) : null}
        </>
      )}
      <div className="mt-1 flex flex-col gap-1">
        {role === 'drop' ? <Received links={links} link={link} onTold={tell} /> : null}
        <Disclosure
          label={t('share.link.settings')}
          isOpen={isSettingsOpen}
          onToggle={() => setSettingsOpen(!isSettingsOpen)}
        >
          <LinkSettings
            file={file}
            links={links}
            link={link}
            canAskEmail={canAskEmail}
            onSaved={() => {
              setSettingsOpen(false)
              tell(t('share.link.saved'))
            }}
          />
        </Disclosure>
      </div>
      {isAsking ? (
        <ConfirmDialog
          question={{
            title: t('share.link.revoke.title'),
            text: t(role === 'drop' ? 'share.link.revoke.drop' : 'share.link.revoke.text'),
            confirm: t('share.link.revoke'),
          }}
          cancelLabel={t('app.cancel')}
          closeLabel={t('app.close')}
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => void revoke()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </li>
  )
}

import type { Links } from '@awan/client/links'
import type { Link } from '@awan/protocol/drive'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../../i18n/without-turns.ts'
import { Button } from '../../../ui/Button.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { RowSkeletons } from '../../../ui/RowSkeletons.tsx'
import { Disclosure } from '../Disclosure.tsx'
import { useShareProblem } from '../share-problem.ts'
import { useRefreshAccess } from '../share-queries.ts'
import { isClosed } from './link-facts.ts'

const PAGE_SIZE = 20

/** What visitors have sent to a drop folder, and whether they may send more. */
export function Received({
  links,
  link,
  onTold,
}: {
  links: Links
  link: Link
  onTold: (text: string) => void
}) {
  const { t } = useLanguage()
  const refresh = useRefreshAccess()
  const problemOf = useShareProblem()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isShut = isClosed(link, new Date())

  /** Visitors of a closed one still see what they have sent. */
  async function shut(isToBeShut: boolean) {
    setBusy(true)
    setProblem(undefined)
    try {
      const deadline = isToBeShut ? new Date().toISOString() : null
      await links.update(link.id, { drop: { deadline } })
      await refresh()
      onTold(t(isToBeShut ? 'share.received.closed' : 'share.received.opened'))
    } catch (error) {
      setProblem(problemOf(error))
    }
    setBusy(false)
  }

  return (
    <Disclosure label={t('share.received')} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
      <Arrivals links={links} link={link} />
      <Problem>{problem}</Problem>
      <Button
        look="quiet"
        size="small"
        busy={isBusy}
        className="self-start"
        onClick={() => void shut(!isShut)}
      >
        {t(isShut ? 'share.received.open' : 'share.received.close')}
      </Button>
    </Disclosure>
  )
}

function Arrivals({ links, link }: { links: Links; link: Link }) {
  const { t, tag } = useLanguage()
  const problemOf = useShareProblem()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    // Read again whenever the list of links is, and when more has arrived.
    queryKey: ['drive', 'links', link.node_id, 'received', link.id, link.drop?.received],
    queryFn: ({ pageParam }) =>
      links.received(link.id, { page_size: PAGE_SIZE, page_token: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_page_token,
  })
  if (error) return <Problem>{problemOf(error)}</Problem>
  if (!data) return <RowSkeletons count={1} />
  const all = data.pages.flatMap(({ received }) => received)
  if (all.length === 0 && !hasNextPage) {
    return <p className="text-sm text-muted">{t('share.received.none')}</p>
  }
  return (
    <div>
      <ul className="divide-y divide-line">
        {all.map(({ file, sender, arrived_time }) => {
          const time = formatMoment(new Date(arrived_time), tag)
          return (
            <li key={file.id} className="py-2">
              <p translate="no" className="font-medium [overflow-wrap:anywhere]">
                {withoutTurns(file.name)}
              </p>
              <p className="text-sm text-muted [overflow-wrap:anywhere]">
                {sender === undefined
                  ? t('share.received.unnamed', { time })
                  : t('share.received.from', { name: sender.name, time })}
              </p>
              {sender?.proven_email === undefined ? null : (
                <p className="flex items-center gap-1.5 text-sm [overflow-wrap:anywhere]">
                  <MailCheck
                    aria-hidden="true"
                    className="size-4 shrink-0 text-accent-ink"
                    strokeWidth={1.75}
                  />
                  {t('share.received.proven', { email: sender.proven_email })}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {hasNextPage ? (
        <Button
          look="plain"
          size="small"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('share.received.more')}
        </Button>
      ) : null}
    </div>
  )
}

import { createInbox } from '@awan/client/inbox'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox as InboxIcon } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler, useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { RowSkeletons } from '../../ui/RowSkeletons.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { EmptyPlace } from '../places/EmptyPlace.tsx'
import { PlaceHeading } from '../places/PlaceHeading.tsx'
import { MailSettings } from './MailSettings.tsx'
import { MessageRow } from './MessageRow.tsx'
import { INBOX } from './unread-query.ts'

/** All that the person is told about sharing, and for which of it they get e-mails. */
export function InboxScreen() {
  const t = useTexts()
  const client = useClient()
  const [inbox] = useState(() => createInbox(client))
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const handleError = useErrorHandler()
  const pages = useInfiniteQuery({
    queryKey: [INBOX, 'list'],
    queryFn: ({ pageParam, signal }) => inbox.list({ page_token: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })
  usePageTitle(t('inbox.title'), t('app.name'))
  const messages = pages.data?.pages.flatMap((page) => page.messages)
  const unread = pages.data?.pages[0]?.unread ?? 0

  /** Does something, and shows what has become of it. */
  async function act(work: () => Promise<unknown>): Promise<void> {
    await work().catch(handleError)
    await queries.invalidateQueries({ queryKey: [INBOX] })
  }

  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <div className="flex items-center gap-2 pe-4">
        <div className="min-w-0 flex-1">
          <PlaceHeading>{t('inbox.title')}</PlaceHeading>
        </div>
        {unread > 0 ? (
          <Button look="quiet" size="small" onClick={() => void act(() => inbox.markRead())}>
            {t('inbox.markAll')}
          </Button>
        ) : null}
      </div>
      <div className="px-4 pb-8 md:px-5">
        {messages === undefined ? (
          pages.isError ? (
            <div role="alert">
              <LoadProblem
                title={t('error.load')}
                hint={messageOf(pages.error)}
                retryLabel={t('app.retry')}
                onRetry={() => void pages.refetch()}
              />
            </div>
          ) : (
            <div role="status" aria-label={t('app.loading')}>
              <RowSkeletons count={4} />
            </div>
          )
        ) : messages.length === 0 ? (
          <EmptyPlace icon={InboxIcon} title={t('inbox.empty')} hint={t('inbox.empty.hint')} />
        ) : (
          <ul aria-label={t('inbox.list')} className="divide-y divide-line border-y border-line">
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} inbox={inbox} act={act} />
            ))}
          </ul>
        )}
        {pages.hasNextPage ? (
          <div className="flex justify-center py-4">
            <Button
              look="quiet"
              size="small"
              busy={pages.isFetchingNextPage}
              onClick={() => void pages.fetchNextPage()}
            >
              {t('inbox.more')}
            </Button>
          </div>
        ) : null}
        {messages === undefined ? null : (
          <div className="mt-9 max-w-2xl">
            <MailSettings inbox={inbox} />
          </div>
        )}
      </div>
    </div>
  )
}

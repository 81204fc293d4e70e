import { createOffers } from '@awan/client/inbox'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { RowSkeletons } from '../../ui/RowSkeletons.tsx'
import { GranteePicture } from '../sharing/GranteePicture.tsx'
import { nameOf } from '../sharing/grantee.ts'
import { OFFERS } from '../sharing/offers/open-offers-query.ts'

/** Who keeps access to what is offered. Only whoever was shown it goes on to what is below. */
export function KeptAccess({
  offerId,
  fileId,
  children,
}: {
  offerId: string
  fileId: string
  children: ReactNode
}) {
  const t = useTexts()
  const client = useClient()
  const { data, isError, refetch } = useQuery({
    queryKey: [...OFFERS, offerId],
    queryFn: ({ signal }) => createOffers(client).inspect(offerId, { signal }),
    staleTime: 0,
  })
  if (isError) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3 py-3">
        <p className="text-muted">{t('error.load')}</p>
        <RowButton look="quiet" onClick={() => void refetch()}>
          {t('app.retry')}
        </RowButton>
      </div>
    )
  }
  if (!data) return <RowSkeletons count={2} />
  const { access, more_count } = data
  if (access.length === 0) return children
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <p className="text-sm text-muted">{t('inbox.accept.access')}</p>
        <ul
          aria-label={t('inbox.accept.access.who')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keys
          tabIndex={0}
          className="flex max-h-[min(10rem,25dvh)] flex-col gap-1 overflow-y-auto overscroll-contain rounded-md border border-line px-3 py-1.5"
        >
          {access.map(({ grantee, role, file }) => {
            if (grantee.kind === 'link') return null
            const can = t(`share.role.${role}`)
            return (
              <li
                key={`${file.id} ${JSON.stringify(grantee)}`}
                className="flex min-h-11 items-center gap-3 py-1"
              >
                <GranteePicture grantee={grantee} />
                <span className="min-w-0 flex-1">
                  <span translate="no" className="block font-medium break-words">
                    {nameOf(grantee)}
                  </span>
                  <span className="block text-sm break-words text-muted">
                    {file.id === fileId
                      ? can
                      : t('inbox.accept.access.in', { role: can, name: file.name })}
                  </span>
                </span>
              </li>
            )
          })}
          {more_count > 0 ? (
            <li className="py-2 text-sm text-muted">
              {t('act.losses.more', { count: more_count })}
            </li>
          ) : null}
        </ul>
      </div>
      {children}
    </>
  )
}

import type { AdminWebhook, AdminWebhookDelivery } from '@awan/client/admin'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DotList } from '../../../ui/DotList.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { MoreButton } from '../../rooms/MoreButton.tsx'
import { Moment } from '../Moment.tsx'
import { OpenRow, Raw } from '../OpenRow.tsx'
import { useAdmin } from '../use-admin.ts'

const PAGE_SIZE = 20
/** What is on its way, or will be tried again, is looked at so often. */
const LOOK_MS = 2000

/** What was sent, how it went, and once more. */
export function Deliveries({ webhook: { id, is_enabled } }: { webhook: AdminWebhook }) {
  const t = useTexts()
  const { webhooks } = useAdmin()
  const sub = useSub()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const queryKey = ['admin', sub, 'deliveries', id]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) =>
      webhooks.deliveries(id, {
        limit: PAGE_SIZE,
        ...(pageParam && { page_token: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_page_token }) => next_page_token,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.deliveries.some((delivery) => stateOf(delivery) === 'waiting')
        ? LOOK_MS
        : false,
  })
  const send = useMutation({
    mutationFn: (deliveryId: string | undefined) =>
      deliveryId === undefined ? webhooks.test(id) : webhooks.redeliver(id, deliveryId),
    onSuccess: (delivery) => {
      announce(`${t('admin.delivery.sent')} ${t(`admin.delivery.${stateOf(delivery)}`)}`)
      return queries.invalidateQueries({ queryKey })
    },
    onError: useErrorHandler(),
  })
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries)
  return (
    <Section
      title={t('admin.deliveries')}
      action={
        is_enabled ? (
          <Button
            look="quiet"
            size="small"
            busy={send.isPending && send.variables === undefined}
            onClick={() => send.mutate(undefined)}
          >
            {t('admin.webhook.test')}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={{ ...query, data: deliveries }} rows={3} isInSection>
        {(list) =>
          list.length === 0 ? (
            <p className="py-4 text-muted">{t('admin.deliveries.none')}</p>
          ) : (
            <div>
              <div className="divide-y divide-line">
                {list.map((delivery) => (
                  <Delivery
                    key={delivery.id}
                    delivery={delivery}
                    isBusy={send.isPending && send.variables === delivery.id}
                    {...(is_enabled && { onAgain: () => send.mutate(delivery.id) })}
                  />
                ))}
              </div>
              <MoreButton query={query} />
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}

function Delivery({
  delivery,
  isBusy,
  onAgain,
}: {
  delivery: AdminWebhookDelivery
  isBusy: boolean
  onAgain?: () => void
}) {
  const t = useTexts()
  const state = stateOf(delivery)
  return (
    <OpenRow
      summary={
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span translate="no" className="min-w-0 font-medium break-words">
            {delivery.event_type}
          </span>
          <Badge tone={tones[state]}>{t(`admin.delivery.${state}`)}</Badge>
          <span className="text-sm text-muted sm:ms-auto">
            <Moment at={delivery.created_at} />
          </span>
        </span>
      }
    >
      <p className="text-sm text-muted">
        <DotList
          items={[
            t('admin.delivery.attempts', { count: delivery.attempts }),
            delivery.last_status,
            delivery.next_attempt_at === undefined ? undefined : (
              <>
                {t('admin.delivery.next')} <Moment at={delivery.next_attempt_at} />
              </>
            ),
          ]}
        />
      </p>
      <Raw text={delivery.body} />
      {onAgain === undefined ? null : (
        <div>
          <Button look="quiet" size="small" busy={isBusy} onClick={onAgain}>
            {t('admin.delivery.again')}
          </Button>
        </div>
      )}
    </OpenRow>
  )
}

type State = 'delivered' | 'waiting' | 'failed'

const tones: Record<State, BadgeTone> = { delivered: 'good', waiting: 'waiting', failed: 'bad' }

function stateOf({ delivered_at, next_attempt_at }: AdminWebhookDelivery): State {
  if (delivered_at !== undefined) return 'delivered'
  return next_attempt_at === undefined ? 'failed' : 'waiting'
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Webhook } from 'lucide-react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Empty } from '../Empty.tsx'
import { RowLink } from '../RowLink.tsx'
import { useAdmin } from '../use-admin.ts'

/** Addresses that are told of what happens. */
export function WebhooksScreen() {
  const t = useTexts()
  const query = useWebhooks()
  const add = (
    <Link to="/admin/webhooks/new" className={buttonClass()}>
      <Plus aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      {t('admin.webhook.add')}
    </Link>
  )
  const isEmpty = query.data?.webhooks.length === 0
  return (
    <AdminPage
      title={t('admin.nav.webhooks')}
      intro={t('admin.webhooks.intro')}
      action={isEmpty ? undefined : add}
    >
      <Loaded query={query}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty
              icon={Webhook}
              title={t('admin.webhooks.none')}
              text={t('admin.webhooks.none.text')}
              actions={add}
            />
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {webhooks.map(({ id, url, event_types, is_enabled }) => (
                <li key={id}>
                  <RowLink
                    to={`/admin/webhooks/${id}`}
                    title={url}
                    detail={
                      event_types.length === 0
                        ? t('admin.webhook.all')
                        : t('admin.webhook.some', { count: event_types.length })
                    }
                    badges={is_enabled ? undefined : <Badge tone="bad">{t('admin.off')}</Badge>}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </AdminPage>
  )
}

export function useWebhooks() {
  const admin = useAdmin()
  const sub = useSub()
  return useQuery({
    queryKey: ['admin', sub, 'webhooks'],
    queryFn: () => admin.webhooks.list(),
  })
}

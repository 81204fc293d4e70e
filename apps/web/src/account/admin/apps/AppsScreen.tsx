import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AppWindow, Plus } from 'lucide-react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Empty } from '../Empty.tsx'
import { RowLink } from '../RowLink.tsx'
import { useAdmin } from '../use-admin.ts'

/** Apps of others that may ask people for access. */
export function AppsScreen() {
  const t = useTexts()
  const admin = useAdmin()
  const sub = useSub()
  const query = useQuery({
    queryKey: ['admin', sub, 'apps'],
    queryFn: () => admin.apps.list(),
  })
  const add = (
    <Link to="/admin/apps/new" className={buttonClass()}>
      <Plus aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      {t('admin.app.register')}
    </Link>
  )
  const isEmpty = query.data?.apps.length === 0
  return (
    <AdminPage
      title={t('admin.nav.apps')}
      intro={t('admin.apps.intro')}
      action={isEmpty ? undefined : add}
    >
      <Loaded query={query}>
        {({ apps }) =>
          apps.length === 0 ? (
            <Empty
              icon={AppWindow}
              title={t('admin.apps.none')}
              text={t('admin.apps.none.text')}
              actions={add}
            />
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {apps.map((app) => (
                <li key={app.id}>
                  <RowLink
                    to={`/admin/apps/${app.id}`}
                    title={app.name}
                    detail={app.url ?? app.redirect_uris[0]}
                    badges={app.is_enabled ? undefined : <Badge tone="bad">{t('admin.off')}</Badge>}
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

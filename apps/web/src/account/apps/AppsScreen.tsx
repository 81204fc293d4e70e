import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AppWindow } from 'lucide-react'
import { formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useSub } from '../../session/ClientProvider.tsx'
import { useConfirm } from '../../session/use-confirm.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { DotList } from '../../ui/DotList.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'
import { useCentre } from '../centre/use-centre.ts'
import { Loaded } from '../rooms/Loaded.tsx'
import { ScopeLines } from './ScopeLines.tsx'

/** The apps of others that were let in, and what they may do. */
export function AppsScreen() {
  const { t, tag } = useLanguage()
  const centre = useCentre()
  const sub = useSub()
  const queries = useQueryClient()
  const { ask, dialog } = useConfirm()
  const query = useQuery({
    queryKey: ['authorized-apps', sub],
    queryFn: () => centre.authorizedApps.list(),
  })
  const when = (time: string) => formatWhen(new Date(time), new Date(), { t, tag })

  function askRevoke({ id, name }: { id: string; name: string }) {
    ask({
      words: (t) => ({
        title: t('apps.revoke.title', { name }),
        text: t('apps.revoke.text'),
        confirm: t('apps.revoke'),
      }),
      async act() {
        await centre.authorizedApps.revoke(id)
        await Promise.all(
          ['authorized-apps', 'sessions'].map((key) =>
            queries.invalidateQueries({ queryKey: [key] }),
          ),
        )
        return true
      },
    })
  }

  if (query.data?.total === 0) {
    return (
      <CentrePage title={t('centre.apps')}>
        <Notice
          picture={<AppWindow className="size-10 text-muted" strokeWidth={1.25} />}
          title={t('apps.empty.title')}
        >
          {t('apps.empty.text')}
        </Notice>
      </CentrePage>
    )
  }
  return (
    <CentrePage title={t('centre.apps')} intro={t('apps.intro')}>
      <div className="divide-y divide-line border-y border-line">
        <Loaded query={query} rows={2} isInSection>
          {({ data }) =>
            data.map(({ client, scope, created_at, last_used_at }) => (
              <ListRow
                key={client.id}
                picture={
                  <span className="self-start">
                    <Avatar name={client.name} />
                  </span>
                }
                title={client.name}
                action={
                  <RowButton
                    look="quiet"
                    aria-label={t('apps.revoke.of', { name: client.name })}
                    onClick={() => askRevoke(client)}
                  >
                    {t('apps.revoke')}
                  </RowButton>
                }
              >
                {client.description === undefined ? null : <p>{client.description}</p>}
                <ScopeLines scope={scope} />
                <DotList
                  items={[
                    t('apps.since', { date: when(created_at) }),
                    t('security.used', { time: when(last_used_at) }),
                  ]}
                />
              </ListRow>
            ))
          }
        </Loaded>
      </div>
      {dialog}
    </CentrePage>
  )
}

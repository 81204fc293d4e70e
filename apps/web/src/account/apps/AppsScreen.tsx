import { isAnonymousSub } from '@awan/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useSub } from '../../session/ClientProvider.tsx'
import { useConfirm } from '../../session/use-confirm.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { DotList } from '../../ui/DotList.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { AppPasswordsSection } from '../app-passwords/AppPasswordsSection.tsx'
import { ConnectDeviceSection } from '../app-passwords/ConnectDeviceSection.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'
import { useCentre } from '../centre/use-centre.ts'
import { Loaded } from '../rooms/Loaded.tsx'
import { ScopeLines } from './ScopeLines.tsx'

/** What opens the files besides the person's own devices: programs with an app password, and apps of others. */
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

  const isEmpty = query.data?.total === 0
  const owner = sub === undefined || isAnonymousSub(sub) ? undefined : sub
  return (
    <CentrePage title={t('centre.apps')}>
      {owner === undefined ? null : <ConnectDeviceSection userName={owner} />}
      <Section
        title={t(isEmpty ? 'apps.empty.title' : 'apps.title')}
        intro={t(isEmpty ? 'apps.empty.text' : 'apps.intro')}
      >
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
      </Section>
      {owner === undefined ? null : <AppPasswordsSection />}
      {dialog}
    </CentrePage>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { RowLink } from '../RowLink.tsx'
import { useAdmin } from '../use-admin.ts'
import { factsOfPreset, presets } from './preset-parts.ts'

/** Third parties with whose accounts people sign in. */
export function ProvidersScreen() {
  const t = useTexts()
  const query = useProviders()
  return (
    <AdminPage title={t('admin.nav.providers')} intro={t('admin.providers.intro')}>
      <Loaded query={query}>
        {({ providers }) => {
          const used = new Set(providers.map(({ id }) => id))
          return (
            <>
              <Section title={t('admin.providers.here')}>
                {providers.length === 0 ? (
                  <p className="py-4 text-muted">{t('admin.providers.none')}</p>
                ) : (
                  providers.map((provider) => (
                    <RowLink
                      key={provider.id}
                      to={`/admin/providers/${provider.id}`}
                      title={provider.name}
                      detail={t(`admin.provider.source.${provider.source}`)}
                      badges={
                        <Badge tone={provider.is_enabled ? 'good' : 'bad'}>
                          {t(provider.is_enabled ? 'admin.on' : 'admin.off')}
                        </Badge>
                      }
                    />
                  ))
                )}
              </Section>
              <Section title={t('admin.providers.add')}>
                <ul className="flex flex-wrap gap-2 py-4">
                  {presets
                    .filter((preset) => preset === 'oidc' || !used.has(preset))
                    .map((preset) => (
                      <li key={preset}>
                        <Link
                          to="/admin/providers/new/$preset"
                          params={{ preset }}
                          className={buttonClass({ look: 'quiet' })}
                        >
                          <Plus aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
                          {factsOfPreset(preset).name}
                        </Link>
                      </li>
                    ))}
                </ul>
              </Section>
            </>
          )
        }}
      </Loaded>
    </AdminPage>
  )
}

export function useProviders() {
  const admin = useAdmin()
  const sub = useSub()
  return useQuery({
    queryKey: ['admin', sub, 'providers'],
    queryFn: () => admin.providers.list(),
  })
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorCheck } from 'lucide-react'
import { formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useSub } from '../../session/ClientProvider.tsx'
import { DotList } from '../../ui/DotList.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { useCentre } from '../centre/use-centre.ts'
import { useConfirm } from '../centre/use-confirm.tsx'
import { Loaded } from '../rooms/Loaded.tsx'

/** The devices that skip the second step. Who has none there need not read of them. */
export function TrustedDevicesSection() {
  const { t, tag } = useLanguage()
  const centre = useCentre()
  const sub = useSub()
  const queries = useQueryClient()
  const { ask, dialog } = useConfirm()
  const query = useQuery({
    queryKey: ['trusted-devices', sub],
    queryFn: () => centre.trustedDevices.list(),
  })
  const devices = query.data?.data ?? []
  if (devices.length === 0 && !query.isError) return dialog

  const act = async (forget: () => Promise<void>) => {
    await forget()
    await queries.invalidateQueries({ queryKey: ['trusted-devices'] })
    return true as const
  }
  const when = (time: string) => formatWhen(new Date(time), new Date(), { t, tag })

  return (
    <Section
      title={t('trusted.title')}
      intro={t('trusted.intro')}
      {...(devices.length > 1
        ? {
            action: (
              <RowButton
                onClick={() =>
                  ask({
                    words: (t) => ({
                      title: t('trusted.forgetAll.title'),
                      text: t('trusted.forgetAll.text'),
                      confirm: t('trusted.forgetAll'),
                    }),
                    act: () => act(() => centre.trustedDevices.forgetAll()),
                  })
                }
              >
                {t('trusted.forgetAll')}
              </RowButton>
            ),
          }
        : {})}
    >
      <Loaded query={query} rows={2} isInSection>
        {({ data }) =>
          data.map(({ id, name = t('devices.unknown'), is_current, ...times }) => (
            <ListRow
              key={id}
              icon={MonitorCheck}
              title={name}
              badge={is_current ? t('devices.this') : undefined}
              action={
                <RowButton
                  look="quiet"
                  onClick={() =>
                    ask({
                      words: (t) => ({
                        title: t('trusted.forget.title', { name }),
                        text: t('trusted.forget.text'),
                        confirm: t('trusted.forget'),
                      }),
                      act: () => act(() => centre.trustedDevices.forget(id)),
                    })
                  }
                >
                  {t('trusted.forget')}
                </RowButton>
              }
            >
              <DotList
                items={[
                  t('trusted.until', { date: when(times.expires_at) }),
                  t('security.used', { time: when(times.last_used_at) }),
                ]}
              />
            </ListRow>
          ))
        }
      </Loaded>
      {dialog}
    </Section>
  )
}

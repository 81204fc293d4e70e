import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useSub } from '../../session/ClientProvider.tsx'
import { useConfirm } from '../../session/use-confirm.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { useCentre } from '../centre/use-centre.ts'
import { DeviceRow } from '../devices/DeviceRow.tsx'
import { deviceName } from '../devices/device-name.ts'
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
          data.map(({ name: device_name, ...device }) => (
            <DeviceRow
              key={device.id}
              device={{ ...device, device_name }}
              isCurrent={device.is_current}
              badge={device.is_current ? t('devices.this') : undefined}
              facts={[
                t('trusted.until', { date: when(device.expires_at) }),
                t('security.used', { time: when(device.last_used_at) }),
              ]}
              act={{
                label: t('trusted.forget'),
                spoken: (name) => t('trusted.forget.of', { name }),
                onPress: () =>
                  ask({
                    words: (t) => ({
                      title: t('trusted.forget.title', {
                        name: deviceName({ ...device, device_name }, t),
                      }),
                      text: t('trusted.forget.text'),
                      confirm: t('trusted.forget'),
                    }),
                    act: () => act(() => centre.trustedDevices.forget(device.id)),
                  }),
              }}
            />
          ))
        }
      </Loaded>
      {dialog}
    </Section>
  )
}

import type { DeviceSession } from '@awan/client/account-centre'
import { formatExactly, formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { DotList } from '../../ui/DotList.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { deviceIcon, deviceName } from './device-name.ts'

export function SessionRow({ session, onEnd }: { session: DeviceSession; onEnd: () => void }) {
  const { t, tag } = useLanguage()
  const { browser, os, device_name, address, last_seen_at, created_at, is_current } = session
  const name = deviceName({ browser, os }, device_name, t)
  const when = (time: string) => formatWhen(new Date(time), new Date(), { t, tag })
  return (
    <ListRow
      icon={deviceIcon(session)}
      tone={is_current ? 'accent' : 'grey'}
      title={name}
      action={
        <RowButton look="quiet" aria-label={t('devices.end.of', { name })} onClick={onEnd}>
          {t('devices.end')}
        </RowButton>
      }
    >
      <DotList
        items={[
          address,
          <span key="seen" title={formatExactly(new Date(last_seen_at), tag)}>
            {t('devices.seen', { time: when(last_seen_at) })}
          </span>,
          t('devices.since', { time: when(created_at) }),
        ]}
      />
    </ListRow>
  )
}

import { formatClock, formatExactly } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/keys.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { DotList } from '../../ui/DotList.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { deviceName, isKnown, readDevice } from '../devices/device-name.ts'
import { methodName } from '../two-factor/method-facts.ts'
import { eventWords } from './event-words.ts'

export interface AccountEvent {
  id: string
  type: string
  time: string
  data?: Record<string, unknown> | undefined
}

/** One thing that happened: what, with which device, from where and when. */
export function EventRow({ event: { type, time, data = {} } }: { event: AccountEvent }) {
  const { t, tag } = useLanguage()
  const { text, icon, isAlarming } = eventWords(type)
  const at = new Date(time)
  const detail = detailOf(data, t)
  const from = readDevice(data)
  const device = isKnown(from) ? deviceName(from, t) : undefined
  return (
    <ListRow icon={icon} tone={isAlarming ? 'danger' : 'grey'} title={t(text)}>
      <DotList
        items={[
          <time key="time" dateTime={time} title={formatExactly(at, tag)}>
            {formatClock(at, tag)}
          </time>,
          // A passkey is often called like the device that made it.
          detail === device ? undefined : detail,
          device,
          textOf(data.address),
        ]}
      />
    </ListRow>
  )
}

const ways = {
  password: 'by.password',
  code: 'by.code',
  passkey: 'by.passkey',
  provider: 'by.provider',
  app: 'by.app',
  device: 'by.device',
  token: 'by.token',
} as const

/** What exactly: the app, the passkey, the method. Whoever caused it comes after. */
function detailOf(data: Readonly<Record<string, unknown>>, t: Translate): string | undefined {
  const method = textOf(data.method)
  if (method !== undefined && Object.hasOwn(ways, method)) {
    return t(ways[method as keyof typeof ways])
  }
  return (
    (method === undefined ? undefined : methodName(method, t)) ??
    textOf(data.app_name) ??
    textOf(data.name) ??
    textOf(data.passkey) ??
    textOf(data.provider_id)
  )
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

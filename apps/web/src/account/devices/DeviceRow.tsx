import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { DotList } from '../../ui/DotList.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { type DeviceFacts, deviceIcon, deviceName } from './device-name.ts'

/** One device: what it is, what is known of it, and how to send it off. */
export function DeviceRow({
  device,
  isCurrent = false,
  badge,
  facts,
  more,
  act,
}: {
  device: DeviceFacts
  /** The one in front of the person. */
  isCurrent?: boolean
  badge?: string | undefined
  facts: readonly (ReactNode | undefined)[]
  /** Below the facts. */
  more?: ReactNode
  act?: {
    label: string
    /** The same with the name of the device, for who does not see the row around it. */
    spoken: (name: string) => string
    onPress: () => void
  }
}) {
  const t = useTexts()
  const name = deviceName(device, t)
  return (
    <ListRow
      icon={deviceIcon(device)}
      tone={isCurrent ? 'accent' : 'grey'}
      title={name}
      badge={badge}
      action={
        act ? (
          <RowButton look="quiet" aria-label={act.spoken(name)} onClick={act.onPress}>
            {act.label}
          </RowButton>
        ) : null
      }
    >
      <DotList items={facts} />
      {more}
    </ListRow>
  )
}

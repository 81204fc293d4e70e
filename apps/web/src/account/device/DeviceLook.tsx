import { readUserAgent } from '@awan/protocol/user-agent'
import { formatDuration } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { AsWhom } from '../grants/AsWhom.tsx'
import { GrantHeading } from '../grants/GrantLayout.tsx'
import { ScopeList } from '../grants/ScopeList.tsx'
import type { LookStep, useDevice, WaitingDevice } from './use-device.ts'
import { showUserCode } from './user-code.ts'

/** RFC 8628, 5.4: enough to notice that the device is not the one in front of oneself. */
export function DeviceLook({
  flow,
  code,
  device,
}: Pick<LookStep, 'code' | 'device'> & { flow: ReturnType<typeof useDevice> }) {
  const { t, tag } = useLanguage()
  const { busy } = flow
  return (
    <>
      <GrantHeading title={t('device.look.title')}>
        {t('device.look.subtitle', { code: showUserCode(code) })}
      </GrantHeading>
      <AsWhom />
      <Facts device={device} left={formatDuration(flow.secondsLeft, tag)} />
      <ScopeList scopes={device.scopes} />
      <div className="mt-6 grid gap-2 sm:grid-cols-2">
        <Button size="large" busy={busy === 'approve'} onClick={flow.approve}>
          {t('device.approve')}
        </Button>
        <Button look="quiet" size="large" busy={busy === 'refuse'} onClick={flow.refuse}>
          {t('device.refuse')}
        </Button>
      </div>
    </>
  )
}

function Facts({ device, left }: { device: WaitingDevice; left: string }) {
  const { t } = useLanguage()
  const { address, device_name, user_agent } = device.requested_from
  const { browser, os } = readUserAgent(user_agent)
  const agent = browser && os && t('device.look.agent', { browser, os })
  const name = device.meta.name ?? agent ?? device_name
  const facts = [
    [t('device.look.app'), device.client.name],
    [t('device.look.device'), name],
    [t('device.look.from'), address],
    [t('device.look.left'), left],
  ] as const
  return (
    <dl className="border-t border-line py-2">
      {facts.map(([term, fact]) =>
        fact === undefined ? null : (
          <div key={term} className="flex justify-between gap-4 py-1.5">
            <dt className="text-muted">{term}</dt>
            <dd className="min-w-0 text-end font-medium break-words tabular-nums">{fact}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

import { lazy, Suspense, useState } from 'react'
import { formatDuration } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import type { ContinueLink } from './use-continue-link.ts'

const QrCode = lazy(async () => ({ default: (await import('../../ui/QrCode.tsx')).QrCode }))

/** A link that signs the person in on another device, as a picture and as text, for as long as it is good. */
export function ContinueDialog({
  link: { address, untilMs },
  onRenew,
  onLeave,
}: {
  link: ContinueLink
  onRenew: () => Promise<void>
  onLeave: () => void
}) {
  const { t, tag } = useLanguage()
  const handleError = useErrorHandler()
  const [isBusy, setBusy] = useState(false)
  const secondsLeft = useCountdown(untilMs)

  async function renew() {
    setBusy(true)
    try {
      await onRenew()
    } catch (error) {
      handleError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onLeave()
      }}
      title={t('devices.continue')}
      description={t('devices.continue.text')}
      closeLabel={t('app.close')}
    >
      {secondsLeft === 0 ? (
        <div className="flex flex-col gap-4">
          <p role="status">{t('devices.continue.over')}</p>
          <Button size="large" busy={isBusy} onClick={() => void renew()}>
            {t('devices.continue.again')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="rounded-md bg-danger-soft px-3.5 py-2.5 font-medium text-danger">
            {t('devices.continue.warning')}
          </p>
          <div className="mx-auto aspect-square w-56">
            <Suspense fallback={<Skeleton className="size-full" />}>
              <QrCode text={address} label={t('devices.continue.qr')} />
            </Suspense>
          </div>
          <CopyField
            label={t('devices.continue.link')}
            value={address}
            copyLabel={t('devices.continue.copy')}
            copiedLabel={t('error.copied')}
          />
          <p className="text-center text-sm text-muted tabular-nums">
            {t('devices.continue.left', { time: formatDuration(secondsLeft, tag) })}
          </p>
        </div>
      )}
    </Dialog>
  )
}
